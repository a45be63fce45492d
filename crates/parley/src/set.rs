//! Small sets of numbered things, as bit sets.

/// Makes a set type: `index_set! { /// Doc. pub struct SeatSet(u16) of Seat, iterated by Seats }`.
///
/// The members are tuple structs over `u8`. A set is iterated in the order of its members' numbers, and serialised as
/// the list of them.
#[macro_export]
macro_rules! index_set {
    ($(#[$doc:meta])* pub struct $Set:ident($bits:ty) of $Item:ident, iterated by $Iter:ident) => {
        $(#[$doc])*
        #[derive(Clone, Copy, PartialEq, Eq, Hash, Default, Debug)]
        pub struct $Set($bits);

        impl $Set {
            pub const EMPTY: $Set = $Set(0);

            /// The first `count` of them.
            pub const fn first(count: usize) -> $Set {
                if count >= <$bits>::BITS as usize { $Set(<$bits>::MAX) } else { $Set((1 << count) - 1) }
            }

            #[inline]
            pub const fn only(item: $Item) -> $Set {
                $Set((1 as $bits).wrapping_shl(item.0 as u32))
            }

            #[inline]
            pub const fn contains(self, item: $Item) -> bool {
                (item.0 as u32) < <$bits>::BITS && self.0 & $Set::only(item).0 != 0
            }

            #[inline]
            pub const fn contains_all(self, other: $Set) -> bool {
                other.0 & !self.0 == 0
            }

            #[inline]
            #[must_use]
            pub const fn with(self, item: $Item) -> $Set {
                $Set(self.0 | $Set::only(item).0)
            }

            #[inline]
            #[must_use]
            pub const fn without(self, item: $Item) -> $Set {
                $Set(self.0 & !$Set::only(item).0)
            }

            #[inline]
            #[must_use]
            pub const fn and(self, other: $Set) -> $Set {
                $Set(self.0 & other.0)
            }

            #[inline]
            #[must_use]
            pub const fn or(self, other: $Set) -> $Set {
                $Set(self.0 | other.0)
            }

            #[inline]
            #[must_use]
            pub const fn minus(self, other: $Set) -> $Set {
                $Set(self.0 & !other.0)
            }

            #[inline]
            pub const fn len(self) -> usize {
                self.0.count_ones() as usize
            }

            #[inline]
            pub const fn is_empty(self) -> bool {
                self.0 == 0
            }

            #[inline]
            pub fn iter(self) -> $Iter {
                self.into_iter()
            }

            /// The `n`th member in order.
            #[inline]
            pub fn nth(self, n: usize) -> Option<$Item> {
                self.into_iter().nth(n)
            }
        }

        impl FromIterator<$Item> for $Set {
            fn from_iter<I: IntoIterator<Item = $Item>>(items: I) -> Self {
                items.into_iter().fold($Set::EMPTY, $Set::with)
            }
        }

        impl IntoIterator for $Set {
            type Item = $Item;
            type IntoIter = $Iter;

            #[inline]
            fn into_iter(self) -> $Iter {
                $Iter(self.0)
            }
        }

        #[doc = concat!("The members of a [`", stringify!($Set), "`].")]
        #[derive(Clone)]
        pub struct $Iter($bits);

        impl Iterator for $Iter {
            type Item = $Item;

            #[inline]
            fn next(&mut self) -> Option<$Item> {
                if self.0 == 0 {
                    return None;
                }
                let item = $Item(self.0.trailing_zeros() as u8);
                self.0 &= self.0 - 1;
                Some(item)
            }

            fn size_hint(&self) -> (usize, Option<usize>) {
                let left = self.0.count_ones() as usize;
                (left, Some(left))
            }
        }

        impl ExactSizeIterator for $Iter {}

        impl serde::Serialize for $Set {
            fn serialize<S: serde::Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
                serializer.collect_seq(*self)
            }
        }

        impl<'de> serde::Deserialize<'de> for $Set {
            fn deserialize<D: serde::Deserializer<'de>>(from: D) -> Result<Self, D::Error> {
                let items: Vec<$Item> = serde::Deserialize::deserialize(from)?;
                match items.iter().find(|item| u32::from(item.0) >= <$bits>::BITS) {
                    Some(item) => Err(serde::de::Error::custom(format!("there is no {item:?}"))),
                    None => Ok(items.into_iter().collect()),
                }
            }
        }
    };
}

/// Describes a set as it is serialised: `index_set_schema!(SeatSet of Seat)`.
///
/// Separate from [`index_set!`] because the crate that defines the set decides whether it has schemas, and then needs
/// `schemars`.
#[macro_export]
macro_rules! index_set_schema {
    ($Set:ident of $Item:ident) => {
        impl schemars::JsonSchema for $Set {
            fn schema_name() -> std::borrow::Cow<'static, str> {
                stringify!($Set).into()
            }

            fn schema_id() -> std::borrow::Cow<'static, str> {
                concat!(module_path!(), "::", stringify!($Set)).into()
            }

            fn json_schema(generator: &mut schemars::SchemaGenerator) -> schemars::Schema {
                schemars::json_schema!({
                    "type": "array",
                    "items": generator.subschema_for::<$Item>(),
                    "uniqueItems": true,
                    "maxItems": $Set::first(usize::MAX).len(),
                })
            }
        }
    };
}

//! Section G in full: the steps, who moves the table on, and what each window lets one do.

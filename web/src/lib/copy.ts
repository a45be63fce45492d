/** Copying: the one place that speaks to the clipboard, and says what became of it. */
import { notices } from './notices.svelte';

/** Copies a text and says so, or says how to get at it otherwise. */
export async function copyText(text: string, copied: string, otherwise: string): Promise<void> {
  try {
    await navigator.clipboard.writeText(text);
    notices.tell(copied);
  } catch {
    notices.tell(otherwise);
  }
}

/** Passes a link on: by what a phone has for it, else by the clipboard. */
export async function shareLink(link: string, title: string): Promise<void> {
  if (navigator.share && matchMedia('(pointer: coarse)').matches) {
    // Whoever changes their mind has not asked for anything else.
    await navigator.share({ title, url: link }).catch(() => undefined);
    return;
  }
  await copyText(link, 'The link is copied.', `Copy it by hand: ${link}`);
}

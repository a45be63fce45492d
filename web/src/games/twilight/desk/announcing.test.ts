import { render, screen } from '@testing-library/svelte';
import userEvent from '@testing-library/user-event';
import { afterEach, describe, expect, it, vi } from 'vitest';
import AnnounceSection from './AnnounceSection.svelte';

const json = (body: unknown, status = 200) =>
  new Response(JSON.stringify(body), { status, headers: { 'content-type': 'application/json' } });
const none = { host: null, since: null, stopped: null };
const set = { host: 'discord.com', since: 1, stopped: null };

/** A server that answers these, one after the other; what it was asked is remembered. */
function server(...answers: Response[]) {
  return vi.spyOn(globalThis, 'fetch').mockImplementation(() => Promise.resolve(answers.shift() ?? json(none)));
}
const show = () => render(AnnounceSection, { props: { table: { id: 't' } as never } });

afterEach(() => vi.restoreAllMocks());

describe('what a desk posts', () => {
  it('goes to the webhook that its owner sets, and the address is not shown again', async () => {
    server(json(none), json(set));
    show();
    await userEvent.type(await screen.findByLabelText('Address of the channel’s webhook'), 'https://discord.com/x');
    await userEvent.click(screen.getByRole('button', { name: 'Post there' }));
    expect(await screen.findByText('This desk posts to discord.com.')).toBeInTheDocument();
    expect(screen.queryByLabelText('Address of the channel’s webhook')).toBeNull();
  });

  it('says why it stopped, and may be set again', async () => {
    server(json({ ...set, stopped: 'The webhook refused a message; set it again when it is fixed.' }));
    show();
    expect(await screen.findByText(/refused a message/)).toBeInTheDocument();
    expect(screen.getByRole('button', { name: 'Post there' })).toBeInTheDocument();
    expect(screen.getByRole('button', { name: 'Stop posting' })).toBeInTheDocument();
  });
});

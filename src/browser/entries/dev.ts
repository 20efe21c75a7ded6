/** Browser script of `docsgen dev`: connects to the server, updates the page, shows diagnostics. */
import { type DevState, devPath } from '../../shared/site/dev-channel.ts';
import { devPanel } from '../dev/dev-panel.ts';
import { followPage } from '../dev/follow-page.ts';

const own = document.querySelector<HTMLElement>('#docsgen-dev');
const base = own?.dataset.base ?? '';
const page = followPage();
const panel = devPanel({ base, token: () => page.token });

const retryMs = 1_000;
/** States arrive faster than pages can be loaded: only the newest matters. */
let newest: DevState | undefined;
let isFollowing = false;

function connect(): void {
  const query = new URLSearchParams({ token: page.token, page: location.pathname });
  const socket = new WebSocket(`ws://${location.host}${base}${devPath}/socket?${query}`);
  socket.addEventListener('message', ({ data }) => {
    newest = JSON.parse(data as string) as DevState;
    void follow();
  });
  socket.addEventListener('close', () => setTimeout(reconnect, retryMs));
}

/** After a restart of the server, the token of the page is invalid: a reloaded page has a new one. */
async function reconnect(): Promise<void> {
  panel.showOffline();
  if (await page.follow()) connect();
  else setTimeout(reconnect, retryMs);
}

async function follow(): Promise<void> {
  if (isFollowing) return;
  isFollowing = true;
  try {
    for (let state = newest; state; state = newest) {
      newest = undefined;
      if (state.hash !== '' && state.hash !== page.hash) await page.follow();
      page.followFiles(state.files);
      panel.show(state);
    }
  } finally {
    isFollowing = false;
  }
}

connect();

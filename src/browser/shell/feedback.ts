/** Sends the feedback form without leaving the page. */
export function startFeedback(): void {
  const form = document.querySelector<HTMLFormElement>('form[data-part="feedback"]');
  form?.addEventListener('submit', async (event) => {
    const answer = event.submitter as HTMLButtonElement | null;
    if (!answer) return;
    event.preventDefault();
    const buttons = form.querySelectorAll('button');
    const body = new URLSearchParams([...new FormData(form)] as [string, string][]);
    body.set(answer.name, answer.value);
    for (const button of buttons) button.disabled = true;
    try {
      // The request may succeed although CORS does not allow reading the response.
      const taken = await fetch(form.action, { method: 'POST', body, mode: 'no-cors', keepalive: true });
      if (taken.type !== 'opaque' && !taken.ok) throw new Error(String(taken.status));
      answer.setAttribute('aria-pressed', 'true');
      const status = form.querySelector<HTMLElement>('[role="status"]');
      if (status) status.textContent = status.dataset.thanks ?? '';
    } catch {
      for (const button of buttons) button.disabled = false;
    }
  });
}

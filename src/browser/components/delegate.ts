/** One listener on the document for all matching elements, including later ones. */
export function delegate<K extends keyof DocumentEventMap>(
  type: K,
  selector: string,
  react: (element: HTMLElement, event: DocumentEventMap[K]) => void,
): void {
  document.addEventListener(type, (event) => {
    const element = (event.target as Element | null)?.closest?.<HTMLElement>(selector);
    if (element) react(element, event);
  });
}

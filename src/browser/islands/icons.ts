/**
 * Icons of islands. The build turns `<svg data-icon="key">` into `<svg><use href="#symbol"/></svg>`; here the same is
 * done for icons that Preact draws. Each island brings a template with one drawing for each key, so that both sides know
 * the symbol:  <template data-icons='["lucide::x"]'><svg…><use href="#i-lucide-x"/></svg></template>
 */
import { h, options } from 'preact';

const symbols = new Map<string, string>();

/** All islands share one table: a key means the same symbol in the whole site. */
export function registerIcons(template: HTMLTemplateElement): void {
  const keys: string[] = JSON.parse(template.dataset.icons ?? '[]');
  const drawings = template.content.children;
  for (const [index, key] of keys.entries()) {
    const symbol = drawings[index]?.querySelector('use')?.getAttribute('href');
    if (symbol) symbols.set(key, symbol);
  }
}

/** Call once per document. Icons with unknown keys are empty. */
export function watchIcons(): void {
  const previousHook = options.vnode;
  options.vnode = (vnode) => {
    const props = vnode.props as { 'data-icon'?: unknown; children?: unknown };
    if (vnode.type === 'svg' && typeof props['data-icon'] === 'string') {
      const { 'data-icon': key, ...rest } = props;
      const symbol = symbols.get(key as string);
      vnode.props = {
        ...rest,
        ...(symbol ? { children: h('use', { href: symbol }) } : { dangerouslySetInnerHTML: { __html: '' } }),
      } as typeof vnode.props;
    }
    previousHook?.(vnode);
  };
}

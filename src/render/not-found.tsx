/** `404.html`: static hosts answer with it for every address that is not there. */
import { renderToString } from 'preact-render-to-string';
import type { OutputFile } from '../model/output-file.ts';
import { inlineMarkdown } from './inline-markdown.ts';
import { type PageParts, wholeDocument } from './page-document.tsx';
import { rawHtml } from './raw-html.ts';
import { defaultSection } from './section.ts';

export function notFoundPage(parts: PageParts): OutputFile {
  const { config, nav } = parts.site;
  const section = defaultSection(nav.root);
  const language = section.trail.find((node) => node.kind === 'language')?.name;
  const context = parts.frames.context(language);
  const { title = context.strings.notFound, description, redirect } = config.errors.notFound;
  const main = renderToString(
    <div class="not-found-container" data-home={redirect ? context.href('/') : undefined}>
      <p class="eyebrow">404</p>
      <h1 id="page-title" data-part="page-title">
        {title}
      </h1>
      <p class="page-description">
        {description === undefined ? context.strings.notFoundText : rawHtml(inlineMarkdown(description, config.base))}
      </p>
      <p>
        <a class="cta-button" href={context.href('/')}>
          {context.strings.home}
        </a>
      </p>
    </div>,
  );
  const spot = { section, groups: [] };
  const data = wholeDocument({ title, mode: 'center', language, spot, main, icons: [], hasFooter: true, hasPanel: false }, parts);
  return { path: '404.html', data };
}

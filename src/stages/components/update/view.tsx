/** `Update`: one entry of a changelog. The first one of a page also renders the slot of the tag filters. */
import { Aside } from '../aside/view.tsx';
import { type CommonProps, classOf, isText, type Markup } from '../author-props.ts';
import { DeferredSlot } from '../deferred-slot.ts';
import { useAnchor, usePage } from '../page-context.ts';

/** `label` is required; without one the entry is labelled `#`. */
export interface UpdateProps extends CommonProps {
  readonly label?: Markup;
  readonly description?: Markup;
  /** A list, or comma-separated text. */
  readonly tags?: unknown;
  /** Replaces title and description in the feed (`stages/outputs/rss.ts`). */
  readonly rss?: unknown;
}

/** Its anchor comes from the label. The feed and the filters read its `data-` attributes. */
export function Update(props: UpdateProps) {
  const page = usePage();
  const id = useAnchor(props.id, props.label, 'update');
  const tags = (Array.isArray(props.tags) ? props.tags : isText(props.tags) ? props.tags.split(',') : [])
    .filter(isText)
    .map((tag) => tag.trim());
  const isFirst = page.count('update') === 1;
  for (const tag of tags) page.tags.add(tag);
  return (
    <>
      {isFirst ? <DeferredSlot name="update-filters" /> : null}
      <div
        class={classOf('update', props)}
        id={id}
        data-tags={tags.length > 0 ? JSON.stringify(tags) : undefined}
        data-rss={typeof props.rss === 'object' && props.rss !== null ? JSON.stringify(props.rss) : undefined}
      >
        <div class="update-meta">
          <a class="update-label" href={`#${id}`}>
            {props.label ?? '#'}
          </a>
          {props.description ? <div class="update-description">{props.description}</div> : null}
          {tags.length > 0 ? (
            <div class="update-tags">
              {tags.map((tag) => (
                <span class="update-tag">{tag}</span>
              ))}
            </div>
          ) : null}
        </div>
        <div class="update-content">{props.children}</div>
      </div>
    </>
  );
}

/** Buttons for all tags of the page, in the right column. Hidden without scripts. */
export function UpdateFilters() {
  const page = usePage();
  if (page.tags.size === 0) return null;
  return (
    <Aside>
      {/* biome-ignore lint/a11y/useSemanticElements: a fieldset cannot be laid out in every browser */}
      <div id="changelog-filters" class="update-filters" role="group" aria-labelledby="changelog-filters-title">
        <p id="changelog-filters-title">{page.messages.filters}</p>
        <div id="changelog-filters-content">
          {[...page.tags].map((tag) => (
            <button type="button" class="update-filter" aria-pressed="false" data-tag={tag}>
              {tag}
            </button>
          ))}
        </div>
      </div>
    </Aside>
  );
}

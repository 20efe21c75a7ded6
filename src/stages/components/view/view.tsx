/** `View`: one of several versions of the content (a language, a platform). One switch for the whole page precedes the first. */
import { type CommonProps, classOf, isText, type Markup } from '../author-props.ts';
import { textOf } from '../children.ts';
import { DeferredSlot } from '../deferred-slot.ts';
import { Icon } from '../icon/view.tsx';
import { usePage } from '../page-context.ts';

/** The plain text of `title` is the label in the switch. */
export interface ViewProps extends CommonProps {
  readonly title?: Markup;
  readonly icon?: unknown;
  readonly iconType?: unknown;
}

/** Views with the same title are shown together; a view without a title is always shown. */
export function View(props: ViewProps) {
  const page = usePage();
  const label = textOf(props.title);
  if (label === '') return props.children ?? null;
  const isFirst = page.views.size === 0;
  const icon = <Icon icon={props.icon} iconType={props.iconType} />;
  if (!page.views.has(label)) page.views.set(label, icon);
  const isShown = [...page.views.keys()][0] === label;
  return (
    <>
      {isFirst ? <DeferredSlot name="view-switch" /> : null}
      <section
        class={classOf('view', props)}
        id={isText(props.id) ? props.id : undefined}
        data-label={label}
        data-active={isShown ? '' : undefined}
      >
        <p class="view-title">
          {icon}
          {props.title}
        </p>
        {props.children}
      </section>
    </>
  );
}

/** A native select: compact, keyboard-accessible, and the same on phones. Hidden without scripts. */
export function ViewSwitch() {
  const page = usePage();
  if (page.views.size < 2) return null;
  return (
    <label class="view-switch" id="multi-view-dropdown">
      <span>{page.messages.view}</span>
      <select>
        {[...page.views.keys()].map((label) => (
          <option value={label}>{label}</option>
        ))}
      </select>
    </label>
  );
}

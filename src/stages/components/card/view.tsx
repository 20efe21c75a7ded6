/**
 * `Card` and `Tile`. Only the title is a link; CSS stretches it over the box. Screen readers announce the title
 * instead of the whole text, and links inside the box keep working.
 */
import { type CommonProps, classOf, colorOf, isOn, isText, linkAttributes, type Markup, styleOf, toKeyword } from '../author-props.ts';
import { CalloutIcon, calloutKinds } from '../callout/view.tsx';
import { textOf } from '../children.ts';
import { BuiltInIcon, Icon } from '../icon/view.tsx';

/** All props are optional; a card without `href` is a plain box. */
export interface CardProps extends CommonProps {
  readonly title?: Markup;
  readonly icon?: unknown;
  readonly iconType?: unknown;
  readonly color?: unknown;
  readonly href?: unknown;
  readonly horizontal?: unknown;
  /** URL or path of an image above the text. It is decorative, so its alternative text is empty. */
  readonly img?: unknown;
  /** Call to action at the bottom of the card. It carries the link if there is no title. */
  readonly cta?: Markup;
  /** By default, only links that open a new tab have an arrow. */
  readonly arrow?: unknown;
  /** A kind of callout, which sets the colour and the default icon. */
  readonly type?: Markup;
}

/** With a missing or unsafe link (`linkTo`) the card is a plain box. */
export function Card(props: CardProps) {
  const link = linkAttributes(props.href);
  const color = colorOf(props.color);
  const kind = isText(props.type) ? toKeyword(props.type, ['', ...calloutKinds], '') : '';
  const hasArrow = link !== undefined && isOn(props.arrow, link.target !== undefined);
  const title = props.title ? <StretchedLink link={link}>{props.title}</StretchedLink> : null;
  return (
    <div
      class={classOf('card', props)}
      id={isText(props.id) ? props.id : undefined}
      style={styleOf(color ? `--card-color:${color}` : '', props.style)}
      data-kind={kind || undefined}
      data-link={link ? '' : undefined}
      data-horizontal={isOn(props.horizontal) ? '' : undefined}
    >
      {isText(props.img) ? <img class="card-image" src={props.img} alt="" loading="lazy" /> : null}
      {hasArrow ? <BuiltInIcon name="arrow-up-right" className="icon card-arrow" /> : null}
      <div class="card-body">
        {props.icon ? (
          <Icon className="card-icon" icon={props.icon} iconType={props.iconType} />
        ) : kind ? (
          <CalloutIcon kind={kind} />
        ) : null}
        <div class="card-text">
          {title ? <div class="card-title">{title}</div> : null}
          <div class="card-content">{props.children}</div>
          {props.cta ? (
            <div class="card-cta">
              {title ? props.cta : <StretchedLink link={link}>{props.cta}</StretchedLink>}
              <BuiltInIcon name="arrow-right" />
            </div>
          ) : null}
        </div>
      </div>
      {link && !title && !props.cta ? <StretchedLink link={link} label={textOf(props.children) || link.href} /> : null}
    </div>
  );
}

/** `href` is required; a tile without one is rendered without a link. */
export interface TileProps extends CommonProps {
  readonly href?: unknown;
  readonly title?: Markup;
  readonly description?: Markup;
}

/** An image (its children) above a title. */
export function Tile(props: TileProps) {
  const link = linkAttributes(props.href);
  return (
    <div class={classOf('tile', props)} data-link={link ? '' : undefined} style={styleOf('', props.style)}>
      <div class="tile-preview">{props.children}</div>
      {props.title ? (
        <div class="tile-title">
          <StretchedLink link={link}>{props.title}</StretchedLink>
        </div>
      ) : null}
      {props.description ? <div class="tile-description">{props.description}</div> : null}
      {link && !props.title ? <StretchedLink link={link} label={textOf(props.description) || link.href} /> : null}
    </div>
  );
}

interface StretchedLinkProps {
  readonly link: ReturnType<typeof linkAttributes>;
  readonly label?: string;
  readonly children?: Markup;
}

function StretchedLink({ link, label, children }: StretchedLinkProps) {
  if (!link) return children;
  return (
    <a class="card-link" {...link} href={link.href} aria-label={label}>
      {children}
    </a>
  );
}

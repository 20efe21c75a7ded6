/**
 * `Card` and `Tile`. The whole box is one link, yet the link itself is only the title, stretched over the box by CSS:
 * a screen reader hears the title and not the whole text, and links inside the box stay links.
 */
import { type CommonProps, classOf, colorOf, isOn, isText, linkTo, type Markup, oneOf, styleOf } from '../author-props.ts';
import { calloutKinds, KindSign } from '../callout/view.tsx';
import { textOf } from '../children.ts';
import { Icon, Sign } from '../icon/view.tsx';

/** All props are optional; a card without `href` is a plain box. */
export interface CardProps extends CommonProps {
  readonly title?: Markup;
  readonly icon?: unknown;
  readonly iconType?: unknown;
  readonly color?: unknown;
  readonly href?: unknown;
  readonly horizontal?: unknown;
  /** URL or path of a picture above the text; it is decoration, so its alternative text is empty. */
  readonly img?: unknown;
  /** Words at the foot of the card; they carry the link where there is no title. */
  readonly cta?: Markup;
  /** When absent: an arrow on links that open a new tab, none on others. */
  readonly arrow?: unknown;
  /** A kind of callout, for its colour and, without `icon`, its sign. */
  readonly type?: Markup;
}

/** A link that is missing or dangerous (`linkTo`) leaves the content readable, as a box without a link. */
export function Card(props: CardProps) {
  const link = linkTo(props.href);
  const color = colorOf(props.color);
  const kind = isText(props.type) ? oneOf(props.type, ['', ...calloutKinds], '') : '';
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
      {hasArrow ? <Sign name="arrow-up-right" className="icon card-arrow" /> : null}
      <div class="card-body">
        {props.icon ? <Icon className="card-icon" icon={props.icon} iconType={props.iconType} /> : kind ? <KindSign kind={kind} /> : null}
        <div class="card-text">
          {title ? <div class="card-title">{title}</div> : null}
          <div class="card-content">{props.children}</div>
          {props.cta ? (
            <div class="card-cta">
              {title ? props.cta : <StretchedLink link={link}>{props.cta}</StretchedLink>}
              <Sign name="arrow-right" />
            </div>
          ) : null}
        </div>
      </div>
      {link && !title && !props.cta ? <StretchedLink link={link} label={textOf(props.children) || link.href} /> : null}
    </div>
  );
}

/** `href` is required; a tile without one is shown without a link. */
export interface TileProps extends CommonProps {
  readonly href?: unknown;
  readonly title?: Markup;
  readonly description?: Markup;
}

/** A picture (its children) above a title. */
export function Tile(props: TileProps) {
  const link = linkTo(props.href);
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
  readonly link: ReturnType<typeof linkTo>;
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

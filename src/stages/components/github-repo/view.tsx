import { type CommonProps, classOf, isText, oneOf } from '../author-props.ts';
import { Icon, Sign } from '../icon/view.tsx';

/** Live figures such as stars are not shown, because the page makes no third-party requests. */
export interface GitHubRepoProps extends CommonProps {
  /** `owner/name` or the repository's URL. */
  readonly repo?: unknown;
  /** `inset` (also for any other word) or `flat`. */
  readonly variant?: unknown;
}

/**
 * `GitHub.Repo`: a link to a repository. A built site asks nobody, so there are no live figures of stars and forks.
 * Where `repo` names none, only the children are left.
 */
export function GitHubRepo(props: GitHubRepoProps) {
  const [, owner, name] =
    /^(?:https?:\/\/(?:www\.)?github\.com\/)?([\w.-]+)\/([\w.-]+?)(?:\.git)?(?:[/?#].*)?$/.exec(text(props.repo)) ?? [];
  if (owner === undefined || name === undefined) return props.children ?? null;
  return (
    <a
      class={classOf('github-repo', props)}
      data-variant={oneOf(props.variant, ['inset', 'flat'], 'inset')}
      href={`https://github.com/${owner}/${name}`}
      target="_blank"
      rel="noopener noreferrer"
    >
      <Icon icon="github" iconType="brands" library="fontawesome" />
      <span class="github-repo-name">
        <span class="github-repo-owner">{owner}/</span>
        {name}
      </span>
      <Sign name="arrow-up-right" className="icon card-arrow" />
    </a>
  );
}

function text(value: unknown): string {
  return isText(value) ? value.trim() : '';
}

/** Only a holder: `<GitHub.Repo>` is the one component of that name. */
export const GitHub = { Repo: GitHubRepo };

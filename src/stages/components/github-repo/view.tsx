import { type CommonProps, classOf, isText, toKeyword } from '../author-props.ts';
import { BuiltInIcon, Icon } from '../icon/view.tsx';
import { githubRepo } from './props.ts';

/** Live figures such as stars are not shown, because the site makes no third-party requests. */
export interface GitHubRepoProps extends CommonProps {
  /** `owner/name` or the repository's URL. */
  readonly repo?: unknown;
  /** `inset` (the default) or `flat`. */
  readonly variant?: unknown;
}

/** `GitHub.Repo`: a link to a repository. If `repo` is not valid, only the children are rendered. */
export function GitHubRepo(props: GitHubRepoProps) {
  const [, owner, name] =
    /^(?:https?:\/\/(?:www\.)?github\.com\/)?([\w.-]+)\/([\w.-]+?)(?:\.git)?(?:[/?#].*)?$/.exec(trimmed(props.repo)) ?? [];
  if (owner === undefined || name === undefined) return props.children ?? null;
  return (
    <a
      class={classOf('github-repo', props)}
      data-variant={toKeyword(props.variant, githubRepo.components['GitHub.Repo'].values.variant, 'inset')}
      href={`https://github.com/${owner}/${name}`}
      target="_blank"
      rel="noopener noreferrer"
    >
      <Icon icon="github" iconType="brands" library="fontawesome" />
      <span class="github-repo-name">
        <span class="github-repo-owner">{owner}/</span>
        {name}
      </span>
      <BuiltInIcon name="arrow-up-right" className="icon card-arrow" />
    </a>
  );
}

function trimmed(value: unknown): string {
  return isText(value) ? value.trim() : '';
}

/** The headers of every request to GitHub. */
export const gitHubHeaders: Readonly<Record<string, string>> = {
  accept: 'application/vnd.github+json',
  'x-github-api-version': '2022-11-28',
};

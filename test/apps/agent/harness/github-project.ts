/** A project of a world that lies on the mock of GitHub. */
import { startGitHubMock } from './github-mock.ts';
import type { ModelScript } from './scripted-model.ts';
import type { World } from './world.ts';

/** No URL, answer or log may hold it. */
export const gitHubToken = 'ghs_canary0123456789abcdef';

/** Made with a repository and a model of its own. `environment`: what a service needs to deliver to it. */
export async function gitHubProject(world: World, script: ModelScript) {
  const repository = world.repository();
  const model = await world.model(script);
  const github = await startGitHubMock(repository, { token: gitHubToken });
  world.atEnd(() => github.close());
  await world.project({
    repository: github.repository,
    host: 'github',
    hostUrl: github.url,
    hostToken: 'TOKEN',
    docs: 'docs',
    modelUrl: model.url,
  });
  return { repository, model, github, environment: { TOKEN: gitHubToken } };
}

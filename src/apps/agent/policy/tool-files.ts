/**
 * Recognizes by name the files that programs read as their configuration. They are refused before any other check. The list need not
 * be complete, because any other file must still be a page, a media file or an API description that docs.json names.
 */

/** Normalizes a name like the most lenient file system: Unicode compatibility forms, invisible characters, case, NTFS streams. */
export function plainName(name: string): string {
  return (
    name
      .normalize('NFKC')
      .replace(/\p{Default_Ignorable_Code_Point}/gu, '')
      .toLowerCase()
      .split(':', 1)[0] ?? ''
  ).replace(/[. ]+$/, '');
}

interface Family {
  readonly what: string;
  /** Complete names in lower case. */
  readonly names?: string;
  readonly patterns?: readonly RegExp[];
  /** Names of folders. All files below them are included. */
  readonly folders?: string;
}

/** A trailing `.` matches any data extension: `openapitools.` matches `openapitools.json`, `.yaml` and so on. */
const families: readonly Family[] = [
  {
    what: 'only people may change instructions for agents',
    names:
      'agent.md agents.md claude.md gemini.md codex.md qwen.md crush.md grok.md llxprt.md warp.md opencode.md iflow.md codebuddy.md replit.md skill.md copilot-instructions.md mcp. mcp-config. mcp_config. opencode. opencode.jsonc gemini-extension. claude_desktop_config. smithery. copilot. cursor.',
    patterns: [
      /^(?:agents?|claude|gemini|codex|copilot|qwen|warp|skill)[.-](?:local|override|user|private|instructions?|rules)\.md$/,
      /\.(?:instructions|prompt|chatmode|agent|rules|skill|toolset)\.md$/,
      /\.(?:mdc|code-workspace|code-snippets|code-profile|sublime-project|sublime-workspace|iml)$/,
    ],
  },
  {
    what: 'package manifests and lock files may not be changed',
    names:
      'package. package.json5 rush-project. conda-environment. anaconda-project. npm-shrinkwrap. pnpm-lock. pnpm-workspace. yarn.lock bun.lock bun.lockb bunfig.toml bower. lerna. rush. common-versions. jspm. importmap. import_map. import-map. deno. deno.jsonc deno.lock jsr. jsr.jsonc composer. symfony. cargo.toml cargo.lock go.mod go.sum go.work go.work.sum gemfile gemfile.lock gems.rb gems.locked pipfile pipfile.lock poetry.lock uv.lock pdm.lock pyproject.toml setup.py setup.cfg manifest.in requirements.txt constraints.txt conda. conda-lock. pixi.toml pixi.lock pom.xml build.gradle settings.gradle gradle.properties libs.versions.toml gradlew mvnw build.sbt ivy.xml paket.dependencies paket.lock packages.lock. packages.config project.assets. project.lock. nuget.config mix.exs mix.lock rebar.config rebar.lock gleam.toml pubspec. pubspec.lock melos. package.swift package.resolved podfile podfile.lock cartfile cartfile.resolved project.pbxproj stack.yaml.lock cabal.project cabal.project.freeze hpack. shard. shard.lock dub. dub.selections. haxelib. elm. vcpkg. vcpkg-configuration. conanfile.py conanfile.txt conan.lock build.zig.zon deps.edn project.clj project.toml manifest.toml renv.lock description namespace opam dune-project spago. spago.dhall bsconfig. rescript. tizen. flake.nix flake.lock default.nix shell.nix devbox. devbox.lock devenv. guix.scm brewfile brewfile.lock. aftman.toml foreman.toml wally.toml buf. buf.gen. buf.work. buf.lock snapcraft. meson.build npmrc yarnrc. lefthook-local. chart. chart.lock requirements.',
    patterns: [
      /^package[.-].*\.(?:json5?|ya?ml|toml)$/,
      /^requirements[\w.-]*\.(?:txt|in|ya?ml)$/,
      /^constraints[\w.-]*\.txt$/,
      /(?:^|[.-])lock(?:file)?(?:\.[\w-]+)?$/,
      /[.-](?:lock|resolved|shrinkwrap)\.(?:json5?|ya?ml|toml)$/,
      /\.(?:lock|lockb|gemspec|podspec|nuspec|csproj|fsproj|vbproj|vcxproj|sln|slnx|props|targets|cabal|gradle|kts|sbt|rockspec|nimble|opam|nix|sum|mod|egg-info|spec)$/,
    ],
  },
  {
    what: 'settings of compilers, linters, test runners and other tools may not be changed',
    names:
      'turbo. nx. moon. wireit. nest-cli. vue-cli. ng-package. readthedocs. pre-commit. pre-commit-hooks. openapi-generator. openapi-generator-config. swagger-codegen. omnisharp. bundleconfig. libman. xunit.runner. all-contributors. backport. changeset. snyk. trivy. semgrep. gitleaks. sonarcloud. angular. tslint. eslint. eslintrc. prettier. prettierrc. stylelint. stylelintrc. biome. biome.jsonc oxlint. oxlintrc. dprint. rome. babel. swc. jest. vitest. karma. cypress. playwright. nyc. c8. nodemon. pm2. ecosystem. gulpfile. gruntfile. webpack. rollup. vite. postcss. tailwind. commitlint. lint-staged. lintstaged. lefthook. husky. pre-commit-config. size-limit. knip. typedoc. tsdoc. api-extractor. orval. openapitools. redocly. spectral. vacuum. graphql.config codegen. mypy.ini pytest.ini tox.ini tox.toml pylintrc ruff.toml flake8 bandit. pyrightconfig. pyre_configuration noxfile.py conftest.py phpunit.xml phpstan.neon phpcs.xml psalm.xml rubocop. detekt. checkstyle.xml golangci. goreleaser. clippy.toml rustfmt.toml rust-toolchain rust-toolchain.toml clang-format cmakelists.txt cmakepresets. cmakeuserpresets. compile_commands. sonar-project.properties codecov. coveralls. crowdin. transifex. weblate. i18n. lingui. mkdocs. antora. antora-playbook. _config. _quarto. book.toml docusaurus. gatsby. vale.ini typos.toml _typos.toml cspell. markdownlint. markdownlint-cli2. remarkrc. textlintrc. alex. lychee.toml mint. mintlify. readme.oas liblab.config apimatic. devcontainer. devcontainer-lock. gitpod. mise.toml asdf tool-versions hardhat. foundry.toml truffle. capacitor. ionic. expo. eas. tauri. electron-builder. manifest.webmanifest launchsettings. appsettings. web.config app.config log4j. logback.xml settings.py',
    patterns: [
      /[.-](?:config|conf|rc|setup|stories|spec|test)\.(?:[cm]?[jt]sx?|json[c5]?|ya?ml|toml|xml|ini|mdx?|local)$/,
      /^(?:ts|js)config.*\.jsonc?$/,
      /^appsettings.*\.json$/,
      /^(?:application|bootstrap)-[\w-]+\.(?:ya?ml|json)$/,
      /rc\.(?:[cm]?[jt]s|json[c5]?|ya?ml|toml)$/,
      /\.(?:toml|ini|cfg|conf|properties|env|editorconfig|neon|plist|tsbuildinfo|reg|inf|desktop|service)$/,
    ],
  },
  {
    what: 'files of CI, containers and deployment may not be changed',
    names:
      'azure-pipelines. azure-pipeline. azuredeploy. cloudformation. bitbucket-pipelines. gitlab-ci. jenkinsfile circle. circleci. travis. drone. buildkite. appveyor. cloudbuild. codefresh. wercker. shippable. semaphore. woodpecker. zuul. bitrise. codemagic. xcode-cloud. cirrus. teamcity. tekton. buildspec. appspec. amplify. action. workflow-template. dependabot. mergify. bors.toml kodiak.toml renovate. renovate.json5 release-please-config. release-drafter. semantic-release. codeowners funding. dockerfile containerfile dockerfile.dev compose. docker-compose. docker-bake. docker-stack. podman-compose. skaffold. kustomization. kustomize. helmfile. tiltfile tilt_config. devspace. argocd. makefile gnumakefile justfile taskfile. rakefile earthfile procfile vagrantfile berksfile jakefile cakefile fastfile appfile matchfile ansible.cfg molecule. pulumi. cdk. cdktf. samconfig. terragrunt.hcl serverless. app.yaml waypoint.hcl packer. cloud-init. user-data. dvc. alertmanager. otel-collector. nginx.conf caddyfile haproxy.cfg supervisord.conf',
    patterns: [
      /^(?:docker|podman)?-?compose[\w.-]*\.(?:ya?ml|json)$/,
      /^(?:docker|container)file(?:[.-].*)?$/,
      /\.(?:docker|container)file$/,
      /[.-](?:pipelines?|workflows?|ci|cicd)(?:-\d+)?\.(?:ya?ml|json)$/,
      /^values[.-].*\.ya?ml$/,
      /^(?:make|just|task|rake|proc|vagrant|earth|tilt|jenkins|brew|pod)file(?:\..+)?$/,
      /\.(?:tf|tfvars|hcl|tpl|bicep|nomad|jsonnet|libsonnet|mk|cmake|bazel|bzl|star)$/,
      /^(?:build|workspace|module)(?:\.bazel)?$/,
    ],
    folders: 'workflows helm k8s kubernetes terraform node_modules githooks git-hooks hooks husky group_vars host_vars',
  },
  {
    what: 'settings of hosting services may not be changed',
    names:
      'vercel. amplify-meta. local.settings. sst. now. netlify. netlify.toml firebase. firebaserc firestore.rules firestore.indexes. database.rules. storage.rules remoteconfig.template. wrangler. wrangler.jsonc wrangler.toml fly.toml fly. render. railway. railway.toml zeabur. heroku. staticwebapp.config. staticwebapp. _routes. _headers _redirects _worker.js cname htaccess web.xml edgio. surge northflank. scalingo. captain-definition dokku. nixpacks. nixpacks.toml project.toml cloudflare. statichost. edge-config. apphosting. crossdomain.xml browserconfig.xml robots.txt security.txt ads.txt app-ads.txt apple-app-site-association assetlinks.',
    patterns: [/^(?:pull_request|issue)_template.*$/, /^google[0-9a-f]{16}\.html$/],
  },
  {
    what: 'programs and scripts may not be changed',
    patterns: [
      /\.(?:sh|bash|zsh|fish|ksh|csh|command|ps1|psm1|psd1|bat|cmd|com|vbs|vbe|wsf|wsh|hta|py|pyw|pyc|pyi|pyz|rb|rake|pl|pm|php|phar|lua|tcl|r|jl|go|rs|c|cc|cpp|h|hpp|java|class|jar|war|kt|scala|groovy|clj|ex|exs|erl|hs|ml|nim|zig|swift|dart|cs|fs|vb|d|v|awk|sed|exe|dll|so|dylib|o|a|lib|msi|msix|deb|rpm|apk|ipa|appimage|dmg|pkg|bin|elf|out|wasm|wat|node|swf|scr|lnk|url|webloc|action|workflow|applescript|scpt|sql|ipynb|html?|xhtml|shtml|xht|mht|mhtml|svgz|xsl|xslt|vue|svelte|astro|ejs|hbs|pug|njk|liquid|[cm][jt]s|map)$/,
    ],
  },
  {
    what: 'files of git may not be changed',
    names: 'gitattributes gitmodules gitignore gitkeep gitconfig mailmap',
    patterns: [/^git~\d+$/, /\.(?:patch|diff|orig|rej)$/],
  },
];

const dataExtensions = ['json', 'jsonc', 'json5', 'yaml', 'yml', 'toml', 'js', 'cjs', 'mjs', 'ts', 'xml'];

interface Known {
  readonly what: string;
  readonly names: ReadonlySet<string>;
  readonly patterns: readonly RegExp[];
  readonly folders: ReadonlySet<string>;
}

const known: readonly Known[] = families.map(({ what, names = '', patterns = [], folders = '' }) => ({
  what,
  names: new Set(
    names
      .split(' ')
      .filter(Boolean)
      .flatMap((name) => (name.endsWith('.') ? dataExtensions.map((extension) => name + extension) : [name])),
  ),
  patterns,
  folders: new Set(folders.split(' ').filter(Boolean)),
}));

/** Names of tool settings that are also plausible names of APIs. They are refused unless the file was an API description before. */
const commonWords = new Set(
  'agent agents aliases app application argo bamboo claude cog continue crd function gemini host just modal proxies replicate rules zed book bootstrap build cd ci component components concourse config configmap configuration cron cronjob daemonset deploy deployment dispatch dos environment envoy extensions fern flux forge galaxy garden gen generators global grafana hooks hosting hosts index ingress inventory koyeb labeler launch layer0 loki manifest marketplace meta metro namespace nomad okteto otel packages pages params pipeline pipelines platform playbook plugin project prometheus publish queue readme recipe release routes sam secret secrets service settings site skills speakeasy stack stainless stale statefulset static surge tasks template traefik upsun values werf workflow workflows workspace'.split(
    ' ',
  ),
);

/** Agents and hosts read Markdown, but only sites read MDX, so a page may be named like any other tool. */
const markdown = /\.mdx?$/;
const settingsInMarkdown = /\.(?:config|conf|instructions|prompt|chatmode|agent|rules|skill|toolset)\.mdx?$/;
const templateInMarkdown = /^(?:pull_request|issue)_template\.mdx?$/;
/** Media files, which no tool reads as settings, whatever their name. */
const media = /\.(?:png|jpe?g|gif|svg|webp|avif|ico|bmp|mp4|webm|mov|ogv|mp3|wav|ogg|m4a|flac|woff2?|ttf|otf|pdf|vtt|srt)$/;
/** Short file names on FAT and NTFS. */
const shortName = /^[^.]{1,8}~\d+(?:\.[^.]{0,3})?$/;

/**
 * Why the name alone is refused; undefined when it is not a known tool file.
 * @param wasDescription whether docs.json named the file as an API description before; then common words are allowed.
 */
export function toolFileReason(path: string, wasDescription: boolean): string | undefined {
  const parts = path.split('/').map(plainName);
  const name = parts.at(-1) ?? '';
  if (parts.some((part) => part.startsWith('.'))) return 'hidden files and folders may not be changed';
  if (parts.some((part) => shortName.test(part))) return 'short file names are not allowed';
  if (media.test(name)) return undefined;
  if (markdown.test(name)) {
    const [{ what, names, patterns }] = known as [Known];
    if (names.has(name) || patterns.some((each) => each.test(name))) return what;
    return settingsInMarkdown.test(name) || templateInMarkdown.test(name) ? 'settings of tools may not be changed' : undefined;
  }
  for (const { what, names, patterns, folders } of known) {
    if (parts.slice(0, -1).some((part) => folders.has(part))) return what;
    if (names.has(name) || patterns.some((each) => each.test(name))) return what;
  }
  const [stem = '', extension = ''] = [name.slice(0, name.lastIndexOf('.')), name.slice(name.lastIndexOf('.') + 1)];
  const isData = !wasDescription && /^(?:json|ya?ml)$/.test(extension);
  // The settings of a tool for one environment, such as `vercel.prod.json`. Descriptions have names such as `app.api.json` or `app.openapi.json`.
  const [first = '', ...rest] = stem.split('.');
  const isVariant =
    rest.length > 0 &&
    !rest.some((part) => /api|swagger|spec|schema|overlay/.test(part)) &&
    known.some(({ names }) => names.has(`${first}.${extension}`));
  const isTaken = isData && (isVariant || commonWords.has(stem) || (rest.length > 0 && commonWords.has(first) && !/api/.test(stem)));
  return isTaken ? 'other tools read a file of this name as their settings' : undefined;
}

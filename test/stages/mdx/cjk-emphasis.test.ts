import { expect, test } from 'vitest';
import { bodyText, compile } from './compile.ts';

test.each([
  ['打开**“常规”**选项卡。', '打开<strong>“常规”</strong>选项卡。'],
  ['**菜单类型：**应用程序', '<strong>菜单类型：</strong>应用程序'],
  ['这是**元架构（Meta）**项', '这是<strong>元架构（Meta）</strong>项'],
  ['値は**`x`**になります', '値は<strong><code>x</code></strong>になります'],
  ['在**docs/**目录中', '在<strong>docs/</strong>目录中'],
  ['**「単語」**は**太字**です', '<strong>「単語」</strong>は<strong>太字</strong>です'],
  ['그는 **“단어”**는 말했다', '그는 <strong>“단어”</strong>는 말했다'],
  ['**A：**甲**B**乙', '<strong>A：</strong>甲<strong>B</strong>乙'],
  ['前往**“操作” > 机器**。', '前往<strong>“操作” > 机器</strong>。'],
  ['[见**“表”**中](/x)', '<a href="/x">见<strong>“表”</strong>中</a>'],
  ['- 使用**“操作员”**菜单', '使用<strong>“操作员”</strong>菜单'],
  ['打开**“甲”**和**“乙”**。', '打开<strong>“甲”</strong>和<strong>“乙”</strong>。'],
  ['价$5元**（五）**元$6', '价$5元<strong>（五）</strong>元$6'],
  ['[见**“表”**中][t]\n\n[t]: /x', '<a href="/x">见<strong>“表”</strong>中</a>'],
  // Left alone: code, escapes, one star, other scripts, a text that holds the mark.
  ['代码`甲**（乙）**丙`', '代码<code>甲**（乙）**丙</code>'],
  ['甲\\*\\*（乙）\\*\\*丙', '甲**（乙）**丙'],
  ['长*（宽）*高', '长*（宽）*高'],
  ['word**“x”**word', 'word**“x”**word'],
  ['\u2e0e甲**“乙”**丙', '\u2e0e甲**“乙”**丙'],
  // What is in brackets is the name of the link, too.
  ['[见**“表”**中]\n\n[见**“表”**中]: /x', '<a href="/x">见**“表”**中</a>'],
  ['[见**“表”**中][]\n\n[见**“表”**中]: /x', '<a href="/x">见**“表”**中</a>'],
])('should read the stars of %s', (source, expected) => {
  const page = compile(source);
  expect(page.diagnostics).toEqual([]);
  expect(bodyText(page).replaceAll('&gt;', '>')).toContain(expected);
});

test('should read stars beside the value of a variable', () => {
  const page = compile('打开{{name}}**“常规”**{{name}}。', {}, { variables: { name: '甲$乙' } });
  expect(bodyText(page)).toBe('<p>打开甲$乙<strong>“常规”</strong>甲$乙。</p>');
});

test('should place what it finds behind a mark where the author wrote it', () => {
  const [found] = compile('打开**“常规”**选项卡 {nope}').diagnostics;
  expect(found?.location).toMatchObject({ line: 1, column: 15 });
});

test('should leave stars that would nest without end as they are', () => {
  const stars = '*'.repeat(3000);
  expect(bodyText(compile(`甲${stars}（x）${stars}乙`))).toBe(`<p>甲${stars}（x）${stars}乙</p>`);
});

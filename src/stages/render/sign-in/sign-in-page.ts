/** The redirect target of OAuth sign-ins. */
import { escapeHtml } from '../../../shared/html.ts';
import { direction, languageTag } from '../../../shared/language.ts';
import { messageTable } from '../../../shared/message-table.ts';
import { policyTag } from '../../../shared/site/policy-tag.ts';

const words = messageTable(
  ['title', 'done'],
  `
en | Sign-in | Signed in. This window can be closed.
ar | تسجيل الدخول | تم تسجيل الدخول. يمكن إغلاق هذه النافذة.
ca | Inici de sessió | Sessió iniciada. Aquesta finestra es pot tancar.
cs | Přihlášení | Přihlášeno. Toto okno lze zavřít.
da | Login | Logget ind. Dette vindue kan lukkes.
de | Anmeldung | Angemeldet. Dieses Fenster kann geschlossen werden.
es | Inicio de sesión | Sesión iniciada. Esta ventana se puede cerrar.
fa | ورود | وارد شدید. می‌توانید این پنجره را ببندید.
fi | Kirjautuminen | Kirjautunut. Tämän ikkunan voi sulkea.
fr | Connexion | Connecté. Cette fenêtre peut être fermée.
he | כניסה | הכניסה הושלמה. אפשר לסגור חלון זה.
hi | साइन-इन | साइन-इन हो गया। यह विंडो बंद की जा सकती है।
hu | Bejelentkezés | Bejelentkezve. Ez az ablak bezárható.
id | Masuk | Sudah masuk. Jendela ini dapat ditutup.
it | Accesso | Accesso effettuato. Questa finestra si può chiudere.
ja | サインイン | サインインしました。このウィンドウは閉じてかまいません。
ko | 로그인 | 로그인했습니다. 이 창은 닫아도 됩니다.
lv | Pierakstīšanās | Pierakstīšanās pabeigta. Šo logu var aizvērt.
nl | Inloggen | Ingelogd. Dit venster kan worden gesloten.
no | Innlogging | Logget inn. Dette vinduet kan lukkes.
pl | Logowanie | Zalogowano. To okno można zamknąć.
pt | Entrada | Entrada concluída. Esta janela pode ser fechada.
ro | Autentificare | Autentificat. Această fereastră poate fi închisă.
ru | Вход | Вход выполнен. Это окно можно закрыть.
sv | Inloggning | Inloggad. Det här fönstret kan stängas.
tr | Oturum açma | Oturum açıldı. Bu pencere kapatılabilir.
uk | Вхід | Вхід виконано. Це вікно можна закрити.
ur | سائن ان | سائن ان ہو گیا۔ یہ ونڈو بند کی جا سکتی ہے۔
uz | Kirish | Kirildi. Bu oynani yopish mumkin.
vi | Đăng nhập | Đã đăng nhập. Có thể đóng cửa sổ này.
zh | 登录 | 已登录。可以关闭此窗口。
zh-TW | 登入 | 已登入。可以關閉此視窗。
`,
);

/** One URL for the sign-ins of all playgrounds, which is registered once with the authorization server. */
export const signInPath = '_docsgen/sign-in.html';

/**
 * `script`: href of the playground's script, which passes the result to the waiting page. `language`: of the site, as
 * in docs.json; one page serves all languages.
 */
export function signInPage(script: string, language: string | undefined): string {
  const { title, done } = words(language);
  const lang = languageTag(language);
  const policy =
    "default-src 'none'; script-src 'self'; connect-src 'self'; object-src 'none'; base-uri 'none'; require-trusted-types-for 'script'; trusted-types 'none'";
  return `<!doctype html>
<html lang="${escapeHtml(lang)}" dir="${direction(lang)}">
<head>
${policyTag(policy)}
<meta charset="utf-8">
<meta name="robots" content="noindex">
<meta name="referrer" content="no-referrer">
<title>${title}</title>
<script type="module" src="${escapeHtml(script)}"></script>
</head>
<body data-done="${escapeHtml(done)}"><main><h1>${title}</h1></main></body>
</html>
`;
}

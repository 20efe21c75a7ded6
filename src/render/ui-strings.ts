/** The words of the page frame in the languages of the format. One row a language; what is missing is English. */
import { languageTag } from './language.ts';

const columns = [
  'skip',
  'menu',
  'close',
  'sections',
  'pages',
  'onThisPage',
  'previous',
  'next',
  'related',
  'language',
  'version',
  'product',
  'breadcrumbs',
  'dismiss',
  'theme',
  'deprecated',
  'notFound',
  'notFoundText',
  'home',
  'allPages',
  'lastModified',
  'newTab',
  'moreActions',
  'copyPage',
  'copyPageText',
  'viewMarkdown',
  'viewMarkdownText',
  'print',
  'openIn',
  'openInText',
] as const;

export type UiStrings = Readonly<Record<(typeof columns)[number], string>>;

const table = `
en | Skip to content | Menu | Close | Sections | Pages | On this page | Previous | Next | Related | Language | Version | Product | Breadcrumbs | Dismiss | Switch theme | Deprecated | Page not found | There is no page at this address. | Home page | All pages | Last modified | opens in a new tab | More actions | Copy page | As Markdown, for assistants | View as Markdown | The text without its frame | Print or save as PDF | Open in {name} | Ask about this page
ar | انتقل إلى المحتوى | القائمة | إغلاق | الأقسام | الصفحات | في هذه الصفحة | السابق | التالي | ذو صلة | اللغة | الإصدار | المنتج | مسار التنقل | إخفاء | تبديل المظهر | مهمل | الصفحة غير موجودة | لا توجد صفحة بهذا العنوان. | الصفحة الرئيسية | كل الصفحات | آخر تعديل | يفتح في علامة تبويب جديدة
ca | Salta al contingut | Menú | Tanca | Seccions | Pàgines | En aquesta pàgina | Anterior | Següent | Relacionat | Idioma | Versió | Producte | Ruta de navegació | Descarta | Canvia el tema | Obsolet | Pàgina no trobada | No hi ha cap pàgina en aquesta adreça. | Pàgina d’inici | Totes les pàgines | Última modificació | s’obre en una pestanya nova
cs | Přejít na obsah | Nabídka | Zavřít | Sekce | Stránky | Na této stránce | Předchozí | Další | Související | Jazyk | Verze | Produkt | Drobečková navigace | Skrýt | Přepnout vzhled | Zastaralé | Stránka nenalezena | Na této adrese není žádná stránka. | Domovská stránka | Všechny stránky | Naposledy změněno | otevře se na nové kartě
da | Gå til indhold | Menu | Luk | Sektioner | Sider | På denne side | Forrige | Næste | Relateret | Sprog | Version | Produkt | Brødkrummer | Afvis | Skift tema | Udfaset | Siden blev ikke fundet | Der er ingen side på denne adresse. | Forside | Alle sider | Sidst ændret | åbner i en ny fane
de | Zum Inhalt springen | Menü | Schließen | Bereiche | Seiten | Auf dieser Seite | Zurück | Weiter | Verwandt | Sprache | Version | Produkt | Brotkrumen | Ausblenden | Farbschema wechseln | Veraltet | Seite nicht gefunden | Unter dieser Adresse gibt es keine Seite. | Startseite | Alle Seiten | Zuletzt geändert | öffnet in einem neuen Tab
es | Saltar al contenido | Menú | Cerrar | Secciones | Páginas | En esta página | Anterior | Siguiente | Relacionado | Idioma | Versión | Producto | Ruta de navegación | Descartar | Cambiar tema | Obsoleto | Página no encontrada | No hay ninguna página en esta dirección. | Página de inicio | Todas las páginas | Última modificación | se abre en una pestaña nueva
fi | Siirry sisältöön | Valikko | Sulje | Osiot | Sivut | Tällä sivulla | Edellinen | Seuraava | Aiheeseen liittyvää | Kieli | Versio | Tuote | Murupolku | Piilota | Vaihda teemaa | Vanhentunut | Sivua ei löytynyt | Tässä osoitteessa ei ole sivua. | Etusivu | Kaikki sivut | Viimeksi muokattu | avautuu uuteen välilehteen
fr | Aller au contenu | Menu | Fermer | Sections | Pages | Sur cette page | Précédent | Suivant | À lire aussi | Langue | Version | Produit | Fil d’Ariane | Masquer | Changer de thème | Obsolète | Page introuvable | Il n’y a pas de page à cette adresse. | Page d’accueil | Toutes les pages | Dernière modification | s’ouvre dans un nouvel onglet
he | דלג לתוכן | תפריט | סגור | מדורים | דפים | בדף זה | הקודם | הבא | קשור | שפה | גרסה | מוצר | נתיב ניווט | הסתר | החלפת ערכת נושא | הוצא משימוש | הדף לא נמצא | אין דף בכתובת זו. | דף הבית | כל הדפים | עודכן לאחרונה | נפתח בכרטיסייה חדשה
hi | सामग्री पर जाएँ | मेनू | बंद करें | अनुभाग | पृष्ठ | इस पृष्ठ पर | पिछला | अगला | संबंधित | भाषा | संस्करण | उत्पाद | ब्रेडक्रंब | हटाएँ | थीम बदलें | अप्रचलित | पृष्ठ नहीं मिला | इस पते पर कोई पृष्ठ नहीं है। | मुख पृष्ठ | सभी पृष्ठ | अंतिम संशोधन | नए टैब में खुलता है
hu | Ugrás a tartalomhoz | Menü | Bezárás | Szakaszok | Oldalak | Ezen az oldalon | Előző | Következő | Kapcsolódó | Nyelv | Verzió | Termék | Morzsamenü | Elrejtés | Téma váltása | Elavult | Az oldal nem található | Ezen a címen nincs oldal. | Kezdőlap | Minden oldal | Utoljára módosítva | új lapon nyílik meg
id | Langsung ke konten | Menu | Tutup | Bagian | Halaman | Di halaman ini | Sebelumnya | Berikutnya | Terkait | Bahasa | Versi | Produk | Jejak navigasi | Tutup | Ganti tema | Usang | Halaman tidak ditemukan | Tidak ada halaman di alamat ini. | Beranda | Semua halaman | Terakhir diubah | terbuka di tab baru
it | Vai al contenuto | Menu | Chiudi | Sezioni | Pagine | In questa pagina | Precedente | Successivo | Correlati | Lingua | Versione | Prodotto | Percorso di navigazione | Ignora | Cambia tema | Deprecato | Pagina non trovata | Non c’è nessuna pagina a questo indirizzo. | Pagina iniziale | Tutte le pagine | Ultima modifica | si apre in una nuova scheda
ja | 本文へスキップ | メニュー | 閉じる | セクション | ページ | このページの内容 | 前へ | 次へ | 関連 | 言語 | バージョン | プロダクト | パンくずリスト | 閉じる | テーマを切り替え | 非推奨 | ページが見つかりません | このアドレスにページはありません。 | ホーム | すべてのページ | 最終更新 | 新しいタブで開きます
ko | 본문으로 건너뛰기 | 메뉴 | 닫기 | 섹션 | 페이지 | 이 페이지의 내용 | 이전 | 다음 | 관련 문서 | 언어 | 버전 | 제품 | 이동 경로 | 닫기 | 테마 전환 | 사용 중단됨 | 페이지를 찾을 수 없음 | 이 주소에는 페이지가 없습니다. | 홈 | 모든 페이지 | 마지막 수정 | 새 탭에서 열림
lv | Pāriet uz saturu | Izvēlne | Aizvērt | Sadaļas | Lapas | Šajā lapā | Iepriekšējā | Nākamā | Saistīts | Valoda | Versija | Produkts | Navigācijas ceļš | Paslēpt | Mainīt motīvu | Novecojis | Lapa nav atrasta | Šajā adresē nav lapas. | Sākumlapa | Visas lapas | Pēdējās izmaiņas | atveras jaunā cilnē
nl | Naar inhoud | Menu | Sluiten | Secties | Pagina’s | Op deze pagina | Vorige | Volgende | Gerelateerd | Taal | Versie | Product | Kruimelpad | Sluiten | Thema wisselen | Verouderd | Pagina niet gevonden | Er is geen pagina op dit adres. | Startpagina | Alle pagina’s | Laatst gewijzigd | opent in een nieuw tabblad
no | Hopp til innhold | Meny | Lukk | Seksjoner | Sider | På denne siden | Forrige | Neste | Relatert | Språk | Versjon | Produkt | Brødsmuler | Skjul | Bytt tema | Utfaset | Siden ble ikke funnet | Det finnes ingen side på denne adressen. | Forside | Alle sider | Sist endret | åpnes i ny fane
pl | Przejdź do treści | Menu | Zamknij | Sekcje | Strony | Na tej stronie | Poprzednia | Następna | Powiązane | Język | Wersja | Produkt | Okruszki | Ukryj | Zmień motyw | Przestarzałe | Nie znaleziono strony | Pod tym adresem nie ma strony. | Strona główna | Wszystkie strony | Ostatnia zmiana | otwiera się w nowej karcie
pt | Saltar para o conteúdo | Menu | Fechar | Secções | Páginas | Nesta página | Anterior | Seguinte | Relacionado | Idioma | Versão | Produto | Navegação estrutural | Dispensar | Mudar tema | Obsoleto | Página não encontrada | Não existe nenhuma página neste endereço. | Página inicial | Todas as páginas | Última modificação | abre num novo separador
pt-BR | Pular para o conteúdo | Menu | Fechar | Seções | Páginas | Nesta página | Anterior | Próxima | Relacionado | Idioma | Versão | Produto | Trilha de navegação | Dispensar | Mudar tema | Obsoleto | Página não encontrada | Não há nenhuma página neste endereço. | Página inicial | Todas as páginas | Última modificação | abre em uma nova guia
ro | Salt la conținut | Meniu | Închide | Secțiuni | Pagini | Pe această pagină | Anterior | Următor | Similare | Limbă | Versiune | Produs | Cale de navigare | Ascunde | Schimbă tema | Învechit | Pagina nu a fost găsită | Nu există nicio pagină la această adresă. | Pagina principală | Toate paginile | Ultima modificare | se deschide într-o filă nouă
ru | К содержанию | Меню | Закрыть | Разделы | Страницы | На этой странице | Назад | Далее | См. также | Язык | Версия | Продукт | Навигационная цепочка | Скрыть | Сменить тему | Устарело | Страница не найдена | По этому адресу нет страницы. | Главная | Все страницы | Последнее изменение | откроется в новой вкладке
sv | Hoppa till innehåll | Meny | Stäng | Sektioner | Sidor | På den här sidan | Föregående | Nästa | Relaterat | Språk | Version | Produkt | Sökväg | Dölj | Byt tema | Utfasad | Sidan hittades inte | Det finns ingen sida på den här adressen. | Startsida | Alla sidor | Senast ändrad | öppnas i en ny flik
tr | İçeriğe geç | Menü | Kapat | Bölümler | Sayfalar | Bu sayfada | Önceki | Sonraki | İlgili | Dil | Sürüm | Ürün | İçerik haritası | Kapat | Temayı değiştir | Kullanımdan kalktı | Sayfa bulunamadı | Bu adreste bir sayfa yok. | Ana sayfa | Tüm sayfalar | Son değişiklik | yeni sekmede açılır
uk | Перейти до вмісту | Меню | Закрити | Розділи | Сторінки | На цій сторінці | Назад | Далі | Дивіться також | Мова | Версія | Продукт | Навігаційний ланцюжок | Сховати | Змінити тему | Застаріло | Сторінку не знайдено | За цією адресою немає сторінки. | Головна | Усі сторінки | Остання зміна | відкриється в новій вкладці
uz | Mazmunga o‘tish | Menyu | Yopish | Bo‘limlar | Sahifalar | Ushbu sahifada | Oldingi | Keyingi | Aloqador | Til | Versiya | Mahsulot | Yo‘l ko‘rsatkich | Yashirish | Mavzuni almashtirish | Eskirgan | Sahifa topilmadi | Bu manzilda sahifa yo‘q. | Bosh sahifa | Barcha sahifalar | Oxirgi o‘zgarish | yangi varaqda ochiladi
vi | Chuyển đến nội dung | Menu | Đóng | Các phần | Các trang | Trên trang này | Trước | Tiếp | Liên quan | Ngôn ngữ | Phiên bản | Sản phẩm | Đường dẫn | Bỏ qua | Đổi giao diện | Không còn dùng | Không tìm thấy trang | Không có trang nào ở địa chỉ này. | Trang chủ | Tất cả các trang | Sửa đổi lần cuối | mở trong thẻ mới
zh | 跳到正文 | 菜单 | 关闭 | 栏目 | 页面 | 本页内容 | 上一页 | 下一页 | 相关内容 | 语言 | 版本 | 产品 | 面包屑导航 | 关闭 | 切换主题 | 已弃用 | 页面未找到 | 此地址没有页面。 | 首页 | 所有页面 | 最后修改 | 在新标签页中打开
zh-TW | 跳到正文 | 選單 | 關閉 | 欄目 | 頁面 | 本頁內容 | 上一頁 | 下一頁 | 相關內容 | 語言 | 版本 | 產品 | 導覽路徑 | 關閉 | 切換主題 | 已棄用 | 找不到頁面 | 此網址沒有頁面。 | 首頁 | 所有頁面 | 最後修改 | 在新分頁中開啟
zh-Hant = zh-TW
`;

let rows: Map<string, UiStrings> | undefined;

/** The strings for a language code of docs.json: its own row, else that of its base language, else English. */
export function uiStrings(code: string | undefined): UiStrings {
  rows ??= readTable();
  const tag = languageTag(code);
  return (rows.get(tag) ?? rows.get(tag.split('-')[0] as string) ?? rows.get('en')) as UiStrings;
}

function readTable(): Map<string, UiStrings> {
  const found = new Map<string, UiStrings>();
  for (const line of table.trim().split('\n')) {
    const [code = '', target] = line.split(' = ');
    if (target !== undefined) {
      found.set(code, found.get(target) as UiStrings);
      continue;
    }
    const [language = '', ...words] = line.split(' | ');
    found.set(
      language,
      Object.fromEntries(columns.map((column, index) => [column, words[index]])) as Record<(typeof columns)[number], string>,
    );
  }
  return found;
}

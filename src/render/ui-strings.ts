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
ar | انتقل إلى المحتوى | القائمة | إغلاق | الأقسام | الصفحات | في هذه الصفحة | السابق | التالي | ذو صلة | اللغة | الإصدار | المنتج | مسار التنقل | إخفاء | تبديل المظهر | مهمل | الصفحة غير موجودة | لا توجد صفحة بهذا العنوان. | الصفحة الرئيسية | كل الصفحات | آخر تعديل | يفتح في علامة تبويب جديدة | إجراءات أخرى | نسخ الصفحة | بصيغة Markdown للمساعدات | عرض بصيغة Markdown | النص دون إطاره | طباعة أو حفظ بصيغة PDF | فتح في {name} | اسأل عن هذه الصفحة
ca | Salta al contingut | Menú | Tanca | Seccions | Pàgines | En aquesta pàgina | Anterior | Següent | Relacionat | Idioma | Versió | Producte | Ruta de navegació | Descarta | Canvia el tema | Obsolet | Pàgina no trobada | No hi ha cap pàgina en aquesta adreça. | Pàgina d’inici | Totes les pàgines | Última modificació | s’obre en una pestanya nova | Més accions | Copia la pàgina | Com a Markdown, per a assistents | Mostra com a Markdown | El text sense el marc | Imprimeix o desa com a PDF | Obre a {name} | Pregunta sobre aquesta pàgina
cs | Přejít na obsah | Nabídka | Zavřít | Sekce | Stránky | Na této stránce | Předchozí | Další | Související | Jazyk | Verze | Produkt | Drobečková navigace | Skrýt | Přepnout vzhled | Zastaralé | Stránka nenalezena | Na této adrese není žádná stránka. | Domovská stránka | Všechny stránky | Naposledy změněno | otevře se na nové kartě | Další akce | Kopírovat stránku | Jako Markdown, pro asistenty | Zobrazit jako Markdown | Text bez okolí | Vytisknout nebo uložit jako PDF | Otevřít v {name} | Zeptat se na tuto stránku
da | Gå til indhold | Menu | Luk | Sektioner | Sider | På denne side | Forrige | Næste | Relateret | Sprog | Version | Produkt | Brødkrummer | Afvis | Skift tema | Udfaset | Siden blev ikke fundet | Der er ingen side på denne adresse. | Forside | Alle sider | Sidst ændret | åbner i en ny fane | Flere handlinger | Kopiér side | Som Markdown, til assistenter | Vis som Markdown | Teksten uden ramme | Udskriv eller gem som PDF | Åbn i {name} | Spørg om denne side
de | Zum Inhalt springen | Menü | Schließen | Bereiche | Seiten | Auf dieser Seite | Zurück | Weiter | Verwandt | Sprache | Version | Produkt | Brotkrumen | Ausblenden | Farbschema wechseln | Veraltet | Seite nicht gefunden | Unter dieser Adresse gibt es keine Seite. | Startseite | Alle Seiten | Zuletzt geändert | öffnet in einem neuen Tab | Weitere Aktionen | Seite kopieren | Als Markdown, für Assistenten | Als Markdown ansehen | Der Text ohne Rahmen | Drucken oder als PDF sichern | In {name} öffnen | Zu dieser Seite fragen
es | Saltar al contenido | Menú | Cerrar | Secciones | Páginas | En esta página | Anterior | Siguiente | Relacionado | Idioma | Versión | Producto | Ruta de navegación | Descartar | Cambiar tema | Obsoleto | Página no encontrada | No hay ninguna página en esta dirección. | Página de inicio | Todas las páginas | Última modificación | se abre en una pestaña nueva | Más acciones | Copiar página | Como Markdown, para asistentes | Ver como Markdown | El texto sin su marco | Imprimir o guardar como PDF | Abrir en {name} | Preguntar sobre esta página
fi | Siirry sisältöön | Valikko | Sulje | Osiot | Sivut | Tällä sivulla | Edellinen | Seuraava | Aiheeseen liittyvää | Kieli | Versio | Tuote | Murupolku | Piilota | Vaihda teemaa | Vanhentunut | Sivua ei löytynyt | Tässä osoitteessa ei ole sivua. | Etusivu | Kaikki sivut | Viimeksi muokattu | avautuu uuteen välilehteen | Lisää toimintoja | Kopioi sivu | Markdownina avustajille | Näytä Markdownina | Teksti ilman kehystä | Tulosta tai tallenna PDF:nä | Avaa: {name} | Kysy tästä sivusta
fr | Aller au contenu | Menu | Fermer | Sections | Pages | Sur cette page | Précédent | Suivant | À lire aussi | Langue | Version | Produit | Fil d’Ariane | Masquer | Changer de thème | Obsolète | Page introuvable | Il n’y a pas de page à cette adresse. | Page d’accueil | Toutes les pages | Dernière modification | s’ouvre dans un nouvel onglet | Autres actions | Copier la page | En Markdown, pour les assistants | Afficher en Markdown | Le texte sans son cadre | Imprimer ou enregistrer en PDF | Ouvrir dans {name} | Poser une question sur cette page
he | דלג לתוכן | תפריט | סגור | מדורים | דפים | בדף זה | הקודם | הבא | קשור | שפה | גרסה | מוצר | נתיב ניווט | הסתר | החלפת ערכת נושא | הוצא משימוש | הדף לא נמצא | אין דף בכתובת זו. | דף הבית | כל הדפים | עודכן לאחרונה | נפתח בכרטיסייה חדשה | פעולות נוספות | העתקת הדף | כ-Markdown, לעוזרים | הצגה כ-Markdown | הטקסט ללא המסגרת | הדפסה או שמירה כ-PDF | פתיחה ב-{name} | שאלו על דף זה
hi | सामग्री पर जाएँ | मेनू | बंद करें | अनुभाग | पृष्ठ | इस पृष्ठ पर | पिछला | अगला | संबंधित | भाषा | संस्करण | उत्पाद | ब्रेडक्रंब | हटाएँ | थीम बदलें | अप्रचलित | पृष्ठ नहीं मिला | इस पते पर कोई पृष्ठ नहीं है। | मुख पृष्ठ | सभी पृष्ठ | अंतिम संशोधन | नए टैब में खुलता है | और कार्रवाइयाँ | पृष्ठ कॉपी करें | Markdown के रूप में, सहायकों के लिए | Markdown के रूप में देखें | बिना ढाँचे का पाठ | प्रिंट करें या PDF में सहेजें | {name} में खोलें | इस पृष्ठ के बारे में पूछें
hu | Ugrás a tartalomhoz | Menü | Bezárás | Szakaszok | Oldalak | Ezen az oldalon | Előző | Következő | Kapcsolódó | Nyelv | Verzió | Termék | Morzsamenü | Elrejtés | Téma váltása | Elavult | Az oldal nem található | Ezen a címen nincs oldal. | Kezdőlap | Minden oldal | Utoljára módosítva | új lapon nyílik meg | További műveletek | Oldal másolása | Markdownként, asszisztenseknek | Megtekintés Markdownként | A szöveg keret nélkül | Nyomtatás vagy mentés PDF-ként | Megnyitás itt: {name} | Kérdezzen erről az oldalról
id | Langsung ke konten | Menu | Tutup | Bagian | Halaman | Di halaman ini | Sebelumnya | Berikutnya | Terkait | Bahasa | Versi | Produk | Jejak navigasi | Tutup | Ganti tema | Usang | Halaman tidak ditemukan | Tidak ada halaman di alamat ini. | Beranda | Semua halaman | Terakhir diubah | terbuka di tab baru | Tindakan lain | Salin halaman | Sebagai Markdown, untuk asisten | Lihat sebagai Markdown | Teks tanpa bingkainya | Cetak atau simpan sebagai PDF | Buka di {name} | Tanyakan tentang halaman ini
it | Vai al contenuto | Menu | Chiudi | Sezioni | Pagine | In questa pagina | Precedente | Successivo | Correlati | Lingua | Versione | Prodotto | Percorso di navigazione | Ignora | Cambia tema | Deprecato | Pagina non trovata | Non c’è nessuna pagina a questo indirizzo. | Pagina iniziale | Tutte le pagine | Ultima modifica | si apre in una nuova scheda | Altre azioni | Copia pagina | Come Markdown, per gli assistenti | Mostra come Markdown | Il testo senza cornice | Stampa o salva come PDF | Apri in {name} | Chiedi di questa pagina
ja | 本文へスキップ | メニュー | 閉じる | セクション | ページ | このページの内容 | 前へ | 次へ | 関連 | 言語 | バージョン | プロダクト | パンくずリスト | 閉じる | テーマを切り替え | 非推奨 | ページが見つかりません | このアドレスにページはありません。 | ホーム | すべてのページ | 最終更新 | 新しいタブで開きます | その他の操作 | ページをコピー | アシスタント用に Markdown で | Markdown で表示 | 枠のない本文 | 印刷または PDF で保存 | {name} で開く | このページについて質問する
ko | 본문으로 건너뛰기 | 메뉴 | 닫기 | 섹션 | 페이지 | 이 페이지의 내용 | 이전 | 다음 | 관련 문서 | 언어 | 버전 | 제품 | 이동 경로 | 닫기 | 테마 전환 | 사용 중단됨 | 페이지를 찾을 수 없음 | 이 주소에는 페이지가 없습니다. | 홈 | 모든 페이지 | 마지막 수정 | 새 탭에서 열림 | 추가 작업 | 페이지 복사 | 어시스턴트용 Markdown으로 | Markdown으로 보기 | 틀이 없는 본문 | 인쇄 또는 PDF로 저장 | {name}에서 열기 | 이 페이지에 대해 질문하기
lv | Pāriet uz saturu | Izvēlne | Aizvērt | Sadaļas | Lapas | Šajā lapā | Iepriekšējā | Nākamā | Saistīts | Valoda | Versija | Produkts | Navigācijas ceļš | Paslēpt | Mainīt motīvu | Novecojis | Lapa nav atrasta | Šajā adresē nav lapas. | Sākumlapa | Visas lapas | Pēdējās izmaiņas | atveras jaunā cilnē | Citas darbības | Kopēt lapu | Kā Markdown, palīgiem | Skatīt kā Markdown | Teksts bez ietvara | Drukāt vai saglabāt kā PDF | Atvērt: {name} | Jautāt par šo lapu
nl | Naar inhoud | Menu | Sluiten | Secties | Pagina’s | Op deze pagina | Vorige | Volgende | Gerelateerd | Taal | Versie | Product | Kruimelpad | Sluiten | Thema wisselen | Verouderd | Pagina niet gevonden | Er is geen pagina op dit adres. | Startpagina | Alle pagina’s | Laatst gewijzigd | opent in een nieuw tabblad | Meer acties | Pagina kopiëren | Als Markdown, voor assistenten | Bekijken als Markdown | De tekst zonder kader | Afdrukken of opslaan als pdf | Openen in {name} | Vraag over deze pagina
no | Hopp til innhold | Meny | Lukk | Seksjoner | Sider | På denne siden | Forrige | Neste | Relatert | Språk | Versjon | Produkt | Brødsmuler | Skjul | Bytt tema | Utfaset | Siden ble ikke funnet | Det finnes ingen side på denne adressen. | Forside | Alle sider | Sist endret | åpnes i ny fane | Flere handlinger | Kopier siden | Som Markdown, for assistenter | Vis som Markdown | Teksten uten ramme | Skriv ut eller lagre som PDF | Åpne i {name} | Spør om denne siden
pl | Przejdź do treści | Menu | Zamknij | Sekcje | Strony | Na tej stronie | Poprzednia | Następna | Powiązane | Język | Wersja | Produkt | Okruszki | Ukryj | Zmień motyw | Przestarzałe | Nie znaleziono strony | Pod tym adresem nie ma strony. | Strona główna | Wszystkie strony | Ostatnia zmiana | otwiera się w nowej karcie | Więcej działań | Kopiuj stronę | Jako Markdown, dla asystentów | Pokaż jako Markdown | Tekst bez ramy | Drukuj lub zapisz jako PDF | Otwórz w {name} | Zapytaj o tę stronę
pt | Saltar para o conteúdo | Menu | Fechar | Secções | Páginas | Nesta página | Anterior | Seguinte | Relacionado | Idioma | Versão | Produto | Navegação estrutural | Dispensar | Mudar tema | Obsoleto | Página não encontrada | Não existe nenhuma página neste endereço. | Página inicial | Todas as páginas | Última modificação | abre num novo separador | Mais ações | Copiar página | Como Markdown, para assistentes | Ver como Markdown | O texto sem a moldura | Imprimir ou guardar como PDF | Abrir em {name} | Perguntar sobre esta página
pt-BR | Pular para o conteúdo | Menu | Fechar | Seções | Páginas | Nesta página | Anterior | Próxima | Relacionado | Idioma | Versão | Produto | Trilha de navegação | Dispensar | Mudar tema | Obsoleto | Página não encontrada | Não há nenhuma página neste endereço. | Página inicial | Todas as páginas | Última modificação | abre em uma nova guia | Mais ações | Copiar página | Como Markdown, para assistentes | Ver como Markdown | O texto sem a moldura | Imprimir ou salvar como PDF | Abrir no {name} | Perguntar sobre esta página
ro | Salt la conținut | Meniu | Închide | Secțiuni | Pagini | Pe această pagină | Anterior | Următor | Similare | Limbă | Versiune | Produs | Cale de navigare | Ascunde | Schimbă tema | Învechit | Pagina nu a fost găsită | Nu există nicio pagină la această adresă. | Pagina principală | Toate paginile | Ultima modificare | se deschide într-o filă nouă | Mai multe acțiuni | Copiază pagina | Ca Markdown, pentru asistenți | Vezi ca Markdown | Textul fără cadru | Tipărește sau salvează ca PDF | Deschide în {name} | Întreabă despre această pagină
ru | К содержанию | Меню | Закрыть | Разделы | Страницы | На этой странице | Назад | Далее | См. также | Язык | Версия | Продукт | Навигационная цепочка | Скрыть | Сменить тему | Устарело | Страница не найдена | По этому адресу нет страницы. | Главная | Все страницы | Последнее изменение | откроется в новой вкладке | Другие действия | Копировать страницу | В Markdown, для ассистентов | Показать как Markdown | Текст без оформления | Напечатать или сохранить как PDF | Открыть в {name} | Спросить об этой странице
sv | Hoppa till innehåll | Meny | Stäng | Sektioner | Sidor | På den här sidan | Föregående | Nästa | Relaterat | Språk | Version | Produkt | Sökväg | Dölj | Byt tema | Utfasad | Sidan hittades inte | Det finns ingen sida på den här adressen. | Startsida | Alla sidor | Senast ändrad | öppnas i en ny flik | Fler åtgärder | Kopiera sidan | Som Markdown, för assistenter | Visa som Markdown | Texten utan ram | Skriv ut eller spara som PDF | Öppna i {name} | Fråga om den här sidan
tr | İçeriğe geç | Menü | Kapat | Bölümler | Sayfalar | Bu sayfada | Önceki | Sonraki | İlgili | Dil | Sürüm | Ürün | İçerik haritası | Kapat | Temayı değiştir | Kullanımdan kalktı | Sayfa bulunamadı | Bu adreste bir sayfa yok. | Ana sayfa | Tüm sayfalar | Son değişiklik | yeni sekmede açılır | Diğer işlemler | Sayfayı kopyala | Asistanlar için Markdown olarak | Markdown olarak görüntüle | Çerçevesiz metin | Yazdır veya PDF olarak kaydet | {name} ile aç | Bu sayfa hakkında sor
uk | Перейти до вмісту | Меню | Закрити | Розділи | Сторінки | На цій сторінці | Назад | Далі | Дивіться також | Мова | Версія | Продукт | Навігаційний ланцюжок | Сховати | Змінити тему | Застаріло | Сторінку не знайдено | За цією адресою немає сторінки. | Головна | Усі сторінки | Остання зміна | відкриється в новій вкладці | Інші дії | Копіювати сторінку | У Markdown, для асистентів | Показати як Markdown | Текст без оформлення | Надрукувати або зберегти як PDF | Відкрити в {name} | Запитати про цю сторінку
uz | Mazmunga o‘tish | Menyu | Yopish | Bo‘limlar | Sahifalar | Ushbu sahifada | Oldingi | Keyingi | Aloqador | Til | Versiya | Mahsulot | Yo‘l ko‘rsatkich | Yashirish | Mavzuni almashtirish | Eskirgan | Sahifa topilmadi | Bu manzilda sahifa yo‘q. | Bosh sahifa | Barcha sahifalar | Oxirgi o‘zgarish | yangi varaqda ochiladi | Boshqa amallar | Sahifadan nusxa olish | Yordamchilar uchun Markdown ko‘rinishida | Markdown ko‘rinishida ochish | Bezaksiz matn | Chop etish yoki PDF qilib saqlash | {name} da ochish | Shu sahifa haqida so‘rash
vi | Chuyển đến nội dung | Menu | Đóng | Các phần | Các trang | Trên trang này | Trước | Tiếp | Liên quan | Ngôn ngữ | Phiên bản | Sản phẩm | Đường dẫn | Bỏ qua | Đổi giao diện | Không còn dùng | Không tìm thấy trang | Không có trang nào ở địa chỉ này. | Trang chủ | Tất cả các trang | Sửa đổi lần cuối | mở trong thẻ mới | Thao tác khác | Sao chép trang | Dạng Markdown, cho trợ lý | Xem dạng Markdown | Văn bản không có khung | In hoặc lưu thành PDF | Mở trong {name} | Hỏi về trang này
zh | 跳到正文 | 菜单 | 关闭 | 栏目 | 页面 | 本页内容 | 上一页 | 下一页 | 相关内容 | 语言 | 版本 | 产品 | 面包屑导航 | 关闭 | 切换主题 | 已弃用 | 页面未找到 | 此地址没有页面。 | 首页 | 所有页面 | 最后修改 | 在新标签页中打开 | 更多操作 | 复制页面 | 以 Markdown 格式供助手使用 | 以 Markdown 查看 | 不带页面框架的正文 | 打印或存为 PDF | 在 {name} 中打开 | 就此页面提问
zh-TW | 跳到正文 | 選單 | 關閉 | 欄目 | 頁面 | 本頁內容 | 上一頁 | 下一頁 | 相關內容 | 語言 | 版本 | 產品 | 導覽路徑 | 關閉 | 切換主題 | 已棄用 | 找不到頁面 | 此網址沒有頁面。 | 首頁 | 所有頁面 | 最後修改 | 在新分頁中開啟 | 更多動作 | 複製頁面 | 以 Markdown 格式供助理使用 | 以 Markdown 檢視 | 不含頁面框架的內文 | 列印或存成 PDF | 在 {name} 中開啟 | 詢問此頁面的內容
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

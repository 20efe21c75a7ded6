/** Messages of the search dialog, by language. One row per language; missing texts are English. */

import { messageTable } from '../../../shared/message-table.ts';
import type { SearchStrings } from '../../../shared/site/search-index.ts';
import { componentMessages } from '../../components/messages.ts';
import { uiStrings } from './ui-strings.ts';

type OwnStrings = Omit<SearchStrings, 'filters' | 'pages' | 'version' | 'language' | 'close'>;

const columns: readonly (keyof OwnStrings)[] = [
  'search',
  'recent',
  'forget',
  'noResults',
  'tryAgain',
  'insteadOf',
  'results',
  'all',
  'toChoose',
  'toOpen',
  'toClose',
  'failed',
  'starts',
];

const table = `
en | Search… | Recent searches | Remove from recent searches | No results for “{query}” | Try fewer or different words. | No results for “{query}”; these are for “{other}” | Results: {count} | All | to move | to open | to close | Search could not be loaded. Please try again later. | Or start here
ar | بحث… | عمليات البحث الأخيرة | إزالة من عمليات البحث الأخيرة | لا توجد نتائج لـ «{query}» | جرّب كلمات أقل أو كلمات أخرى. | لا توجد نتائج لـ «{query}»؛ هذه نتائج «{other}» | النتائج: {count} | الكل | للتنقل | للفتح | للإغلاق | تعذّر تحميل البحث. حاول لاحقًا. | أو ابدأ من هنا
ca | Cerca… | Cerques recents | Treu de les cerques recents | Cap resultat per a «{query}» | Prova amb menys paraules o amb unes altres. | Cap resultat per a «{query}»; aquests són per a «{other}» | Resultats: {count} | Tot | per moure’s | per obrir | per tancar | No s’ha pogut carregar la cerca. Torna-ho a provar més tard. | O comença per aquí
cs | Hledat… | Nedávná hledání | Odebrat z nedávných hledání | Nic nenalezeno pro „{query}“ | Zkuste méně slov nebo jiná slova. | Nic nenalezeno pro „{query}“; toto jsou výsledky pro „{other}“ | Výsledky: {count} | Vše | pohyb | otevřít | zavřít | Hledání se nepodařilo načíst. Zkuste to později. | Nebo začněte zde
da | Søg… | Seneste søgninger | Fjern fra seneste søgninger | Ingen resultater for »{query}« | Prøv færre eller andre ord. | Ingen resultater for »{query}«; her er resultater for »{other}« | Resultater: {count} | Alle | flyt | åbn | luk | Søgningen kunne ikke indlæses. Prøv igen senere. | Eller begynd her
de | Suchen… | Letzte Suchen | Aus den letzten Suchen entfernen | Keine Treffer für „{query}“ | Versuchen Sie es mit weniger oder anderen Wörtern. | Keine Treffer für „{query}“; gezeigt werden Treffer für „{other}“ | Treffer: {count} | Alle | bewegen | öffnen | schließen | Die Suche konnte nicht geladen werden. Bitte später noch einmal versuchen. | Oder hier beginnen
es | Buscar… | Búsquedas recientes | Quitar de las búsquedas recientes | Sin resultados para «{query}» | Prueba con menos palabras o con otras. | Sin resultados para «{query}»; estos son para «{other}» | Resultados: {count} | Todo | moverse | abrir | cerrar | No se pudo cargar la búsqueda. Inténtalo más tarde. | O empieza aquí
fa | جست‌وجو… | جست‌وجوهای اخیر | حذف از جست‌وجوهای اخیر | نتیجه‌ای برای «{query}» پیدا نشد | واژه‌های کمتر یا واژه‌های دیگری را امتحان کنید. | نتیجه‌ای برای «{query}» پیدا نشد؛ این‌ها نتیجه‌های «{other}» هستند | نتیجه‌ها: {count} | همه | جابه‌جایی | باز کردن | بستن | جست‌وجو بارگذاری نشد. بعداً دوباره تلاش کنید. | یا از اینجا شروع کنید
fi | Hae… | Viimeisimmät haut | Poista viimeisimmistä hauista | Ei tuloksia haulle ”{query}” | Kokeile vähempiä tai muita sanoja. | Ei tuloksia haulle ”{query}”; nämä ovat haun ”{other}” tulokset | Tuloksia: {count} | Kaikki | liiku | avaa | sulje | Hakua ei voitu ladata. Yritä myöhemmin uudelleen. | Tai aloita tästä
fr | Rechercher… | Recherches récentes | Retirer des recherches récentes | Aucun résultat pour « {query} » | Essayez avec moins de mots, ou d’autres mots. | Aucun résultat pour « {query} » ; voici ceux pour « {other} » | Résultats : {count} | Tout | se déplacer | ouvrir | fermer | La recherche n’a pas pu être chargée. Réessayez plus tard. | Ou commencez ici
he | חיפוש… | חיפושים אחרונים | הסרה מהחיפושים האחרונים | אין תוצאות עבור ”{query}“ | נסו פחות מילים או מילים אחרות. | אין תוצאות עבור ”{query}“; אלה התוצאות עבור ”{other}“ | תוצאות: {count} | הכול | תנועה | פתיחה | סגירה | טעינת החיפוש נכשלה. נסו שוב מאוחר יותר. | או התחילו כאן
hi | खोजें… | हाल की खोजें | हाल की खोजों से हटाएँ | “{query}” के लिए कोई परिणाम नहीं | कम या दूसरे शब्द आज़माएँ। | “{query}” के लिए कोई परिणाम नहीं; ये “{other}” के परिणाम हैं | परिणाम: {count} | सभी | चुनने के लिए | खोलने के लिए | बंद करने के लिए | खोज लोड नहीं हो सकी। बाद में फिर प्रयास करें। | या यहाँ से शुरू करें
hu | Keresés… | Legutóbbi keresések | Eltávolítás a legutóbbi keresések közül | Nincs találat erre: „{query}” | Próbálja kevesebb vagy más szóval. | Nincs találat erre: „{query}”; ezek „{other}” találatai | Találatok: {count} | Mind | mozgás | megnyitás | bezárás | A keresést nem sikerült betölteni. Próbálja újra később. | Vagy kezdje itt
id | Cari… | Pencarian terakhir | Hapus dari pencarian terakhir | Tidak ada hasil untuk “{query}” | Coba kata yang lebih sedikit atau kata lain. | Tidak ada hasil untuk “{query}”; ini hasil untuk “{other}” | Hasil: {count} | Semua | berpindah | buka | tutup | Pencarian tidak dapat dimuat. Coba lagi nanti. | Atau mulai di sini
it | Cerca… | Ricerche recenti | Rimuovi dalle ricerche recenti | Nessun risultato per «{query}» | Prova con meno parole o con altre. | Nessun risultato per «{query}»; questi sono per «{other}» | Risultati: {count} | Tutto | spostarsi | aprire | chiudere | Impossibile caricare la ricerca. Riprova più tardi. | Oppure inizia da qui
ja | 検索… | 最近の検索 | 最近の検索から削除 | 「{query}」に一致する結果はありません | 語を減らすか、別の語でお試しください。 | 「{query}」に一致する結果がないため、「{other}」の結果を表示しています | 結果: {count} 件 | すべて | 移動 | 開く | 閉じる | 検索を読み込めませんでした。後でもう一度お試しください。 | またはここから
ko | 검색… | 최근 검색 | 최근 검색에서 제거 | “{query}”에 대한 결과가 없습니다 | 단어를 줄이거나 다른 단어로 검색해 보세요. | “{query}”에 대한 결과가 없어 “{other}”의 결과를 표시합니다 | 결과: {count}개 | 전체 | 이동 | 열기 | 닫기 | 검색을 불러오지 못했습니다. 나중에 다시 시도해 주세요. | 또는 여기에서 시작하기
lv | Meklēt… | Nesenie meklējumi | Noņemt no nesenajiem meklējumiem | Nekas nav atrasts: “{query}” | Mēģiniet ar mazāk vai citiem vārdiem. | Nekas nav atrasts: “{query}”; šie ir rezultāti vaicājumam “{other}” | Rezultāti: {count} | Viss | pārvietoties | atvērt | aizvērt | Meklēšanu neizdevās ielādēt. Mēģiniet vēlāk. | Vai sāciet šeit
nl | Zoeken… | Recente zoekopdrachten | Verwijderen uit recente zoekopdrachten | Geen resultaten voor “{query}” | Probeer minder of andere woorden. | Geen resultaten voor “{query}”; dit zijn die voor “{other}” | Resultaten: {count} | Alles | verplaatsen | openen | sluiten | Zoeken kon niet worden geladen. Probeer het later opnieuw. | Of begin hier
no | Søk… | Siste søk | Fjern fra siste søk | Ingen treff for «{query}» | Prøv færre eller andre ord. | Ingen treff for «{query}»; dette er treff for «{other}» | Treff: {count} | Alle | flytt | åpne | lukk | Søket kunne ikke lastes. Prøv igjen senere. | Eller begynn her
pl | Szukaj… | Ostatnie wyszukiwania | Usuń z ostatnich wyszukiwań | Brak wyników dla „{query}” | Spróbuj użyć mniej słów lub innych słów. | Brak wyników dla „{query}”; oto wyniki dla „{other}” | Wyniki: {count} | Wszystko | przejdź | otwórz | zamknij | Nie udało się wczytać wyszukiwania. Spróbuj później. | Albo zacznij tutaj
pt | Pesquisar… | Pesquisas recentes | Remover das pesquisas recentes | Sem resultados para «{query}» | Experimente menos palavras, ou outras. | Sem resultados para «{query}»; estes são para «{other}» | Resultados: {count} | Tudo | mover | abrir | fechar | Não foi possível carregar a pesquisa. Tente mais tarde. | Ou comece aqui
pt-BR | Buscar… | Buscas recentes | Remover das buscas recentes | Nenhum resultado para “{query}” | Tente com menos palavras ou com outras. | Nenhum resultado para “{query}”; estes são para “{other}” | Resultados: {count} | Tudo | mover | abrir | fechar | Não foi possível carregar a busca. Tente mais tarde. | Ou comece aqui
ro | Caută… | Căutări recente | Elimină din căutările recente | Niciun rezultat pentru „{query}” | Încearcă mai puține cuvinte sau altele. | Niciun rezultat pentru „{query}”; acestea sunt pentru „{other}” | Rezultate: {count} | Toate | deplasare | deschide | închide | Căutarea nu a putut fi încărcată. Încearcă mai târziu. | Sau începe aici
ru | Поиск… | Недавние запросы | Убрать из недавних запросов | По запросу «{query}» ничего не найдено | Попробуйте меньше слов или другие слова. | По запросу «{query}» ничего не найдено; показано для «{other}» | Результатов: {count} | Все | выбрать | открыть | закрыть | Не удалось загрузить поиск. Попробуйте позже. | Или начните отсюда
sv | Sök… | Senaste sökningar | Ta bort från senaste sökningar | Inga träffar för ”{query}” | Prova färre eller andra ord. | Inga träffar för ”{query}”; här är träffar för ”{other}” | Träffar: {count} | Alla | flytta | öppna | stäng | Sökningen kunde inte läsas in. Försök igen senare. | Eller börja här
tr | Ara… | Son aramalar | Son aramalardan kaldır | “{query}” için sonuç yok | Daha az veya başka sözcükler deneyin. | “{query}” için sonuç yok; bunlar “{other}” için | Sonuçlar: {count} | Tümü | gezin | aç | kapat | Arama yüklenemedi. Daha sonra yeniden deneyin. | Ya da buradan başlayın
uk | Пошук… | Нещодавні запити | Прибрати з нещодавніх запитів | За запитом «{query}» нічого не знайдено | Спробуйте менше слів або інші слова. | За запитом «{query}» нічого не знайдено; показано для «{other}» | Результатів: {count} | Усі | вибрати | відкрити | закрити | Не вдалося завантажити пошук. Спробуйте пізніше. | Або почніть звідси
ur | تلاش… | حالیہ تلاشیں | حالیہ تلاشوں سے ہٹائیں | ”{query}“ کے لیے کوئی نتیجہ نہیں ملا | کم یا دوسرے الفاظ آزمائیں۔ | ”{query}“ کے لیے کوئی نتیجہ نہیں ملا؛ یہ ”{other}“ کے نتائج ہیں | نتائج: {count} | سب | آگے پیچھے جانے کے لیے | کھولنے کے لیے | بند کرنے کے لیے | تلاش لوڈ نہیں ہو سکی۔ بعد میں دوبارہ کوشش کریں۔ | یا یہاں سے شروع کریں
uz | Qidirish… | So‘nggi qidiruvlar | So‘nggi qidiruvlardan olib tashlash | “{query}” bo‘yicha natija yo‘q | Kamroq yoki boshqa so‘zlar bilan urinib ko‘ring. | “{query}” bo‘yicha natija yo‘q; bular “{other}” uchun | Natijalar: {count} | Hammasi | yurish | ochish | yopish | Qidiruv yuklanmadi. Keyinroq urinib ko‘ring. | Yoki shu yerdan boshlang
vi | Tìm kiếm… | Tìm kiếm gần đây | Xóa khỏi tìm kiếm gần đây | Không có kết quả cho “{query}” | Hãy thử ít từ hơn hoặc từ khác. | Không có kết quả cho “{query}”; đây là kết quả cho “{other}” | Kết quả: {count} | Tất cả | di chuyển | mở | đóng | Không tải được tìm kiếm. Hãy thử lại sau. | Hoặc bắt đầu từ đây
zh | 搜索… | 最近搜索 | 从最近搜索中移除 | 没有找到“{query}”的结果 | 请减少词语或换用其他词语。 | 没有找到“{query}”的结果；以下是“{other}”的结果 | 结果：{count} | 全部 | 移动 | 打开 | 关闭 | 无法加载搜索，请稍后再试。 | 或从这里开始
zh-TW | 搜尋… | 最近搜尋 | 從最近搜尋中移除 | 找不到「{query}」的結果 | 請減少詞語或改用其他詞語。 | 找不到「{query}」的結果；以下是「{other}」的結果 | 結果：{count} | 全部 | 移動 | 開啟 | 關閉 | 無法載入搜尋，請稍後再試。 | 或從這裡開始
`;

const ownStrings: (code: string | undefined) => OwnStrings = messageTable(columns, table);

/** The messages for a language code of docs.json. */
export function searchStrings(code: string | undefined): SearchStrings {
  const { pages, version, language, close } = uiStrings(code);
  return { ...ownStrings(code), filters: componentMessages(code).filters, pages, version, language, close };
}

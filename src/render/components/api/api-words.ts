/** The words of reference pages by language; a language without a row is English. */
import { wordTable } from '../../word-table.ts';

const columns = [
  'authorizations',
  'path',
  'query',
  'header',
  'cookie',
  'querystring',
  'body',
  'responses',
  'callbacks',
  'servers',
  'required',
  'deprecated',
  'default',
  'example',
  'examples',
  'allowed',
  'always',
  'nullable',
  'readOnly',
  'writeOnly',
  'children',
  'items',
  'oneOf',
  'anyOf',
  'not',
  'or',
  'optionalAuth',
  'headers',
  'links',
  'scopes',
  'messages',
  'send',
  'receive',
  'bindings',
  'request',
  'response',
  'more',
  'noBody',
  'payload',
  'copy',
  'copied',
  'tryIt',
  'connect',
  'clientCertificate',
] as const;

export type ApiWords = Readonly<Record<(typeof columns)[number], string>>;

const table = `
en | Authorizations | Path parameters | Query parameters | Headers | Cookies | Query string | Body | Responses | Callbacks | Servers | required | deprecated | Default | Example | Examples | Allowed values | Always | or null | read-only | write-only | Child attributes | Each item | One of | Any of | Must not be | or | Can also be sent without authorization | Headers | Links | Scopes | Messages | Send | Receive | Bindings | Request | Response | Show | No content | Payload | Copy | Copied | Try it | Connect | client certificate
ar | التفويض | معاملات المسار | معاملات الاستعلام | الترويسات | ملفات تعريف الارتباط | سلسلة الاستعلام | المتن | الاستجابات | ردود النداء | الخوادم | مطلوب | مهمل | القيمة الافتراضية | مثال | أمثلة | القيم المسموح بها | دائمًا | أو null | للقراءة فقط | للكتابة فقط | السمات الفرعية | كل عنصر | واحد من | أي من | يجب ألا يكون | أو | يمكن الإرسال أيضًا دون تفويض | الترويسات | الروابط | الصلاحيات | الرسائل | إرسال | استقبال | الارتباطات | الطلب | الاستجابة | عرض | بلا محتوى | الحمولة | نسخ | تم النسخ | جرّب | اتصال | شهادة العميل
cs | Autorizace | Parametry cesty | Parametry dotazu | Hlavičky | Cookies | Řetězec dotazu | Tělo | Odpovědi | Zpětná volání | Servery | povinné | zastaralé | Výchozí | Příklad | Příklady | Povolené hodnoty | Vždy | nebo null | jen ke čtení | jen k zápisu | Vnořené atributy | Každá položka | Jedno z | Některé z | Nesmí být | nebo | Lze odeslat i bez autorizace | Hlavičky | Odkazy | Oprávnění | Zprávy | Odeslat | Přijmout | Vazby | Požadavek | Odpověď | Zobrazit | Bez obsahu | Obsah zprávy | Kopírovat | Zkopírováno | Vyzkoušet | Připojit | klientský certifikát
de | Autorisierung | Pfadparameter | Abfrageparameter | Header | Cookies | Abfragezeichenfolge | Inhalt | Antworten | Rückrufe | Server | erforderlich | veraltet | Standard | Beispiel | Beispiele | Erlaubte Werte | Immer | oder null | nur lesbar | nur schreibbar | Unterattribute | Jedes Element | Eines von | Beliebige von | Darf nicht sein | oder | Kann auch ohne Autorisierung gesendet werden | Header | Links | Berechtigungen | Nachrichten | Senden | Empfangen | Bindungen | Anfrage | Antwort | Anzeigen | Kein Inhalt | Nutzdaten | Kopieren | Kopiert | Ausprobieren | Verbinden | Client-Zertifikat
es | Autorización | Parámetros de ruta | Parámetros de consulta | Encabezados | Cookies | Cadena de consulta | Cuerpo | Respuestas | Callbacks | Servidores | obligatorio | obsoleto | Predeterminado | Ejemplo | Ejemplos | Valores permitidos | Siempre | o null | solo lectura | solo escritura | Atributos hijos | Cada elemento | Uno de | Cualquiera de | No debe ser | o | También puede enviarse sin autorización | Encabezados | Enlaces | Permisos | Mensajes | Enviar | Recibir | Enlaces de protocolo | Solicitud | Respuesta | Mostrar | Sin contenido | Contenido | Copiar | Copiado | Probar | Conectar | certificado de cliente
fr | Autorisations | Paramètres de chemin | Paramètres de requête | En-têtes | Cookies | Chaîne de requête | Corps | Réponses | Rappels | Serveurs | obligatoire | obsolète | Par défaut | Exemple | Exemples | Valeurs possibles | Toujours | ou null | lecture seule | écriture seule | Attributs enfants | Chaque élément | L’un de | Au moins un de | Ne doit pas être | ou | Peut aussi être envoyée sans autorisation | En-têtes | Liens | Autorisations | Messages | Envoyer | Recevoir | Liaisons | Requête | Réponse | Afficher | Sans contenu | Contenu | Copier | Copié | Essayer | Se connecter | certificat client
he | הרשאות | פרמטרים בנתיב | פרמטרים בשאילתה | כותרות | עוגיות | מחרוזת שאילתה | גוף | תגובות | קריאות חוזרות | שרתים | חובה | הוצא משימוש | ברירת מחדל | דוגמה | דוגמאות | ערכים מותרים | תמיד | או null | לקריאה בלבד | לכתיבה בלבד | מאפיינים פנימיים | כל פריט | אחד מתוך | כל אחד מתוך | אסור שיהיה | או | אפשר לשלוח גם ללא הרשאה | כותרות | קישורים | היקפים | הודעות | שליחה | קבלה | קישורי פרוטוקול | בקשה | תגובה | הצגה | ללא תוכן | מטען | העתקה | הועתק | נסו | התחברות | אישור לקוח
id | Otorisasi | Parameter path | Parameter query | Header | Cookie | String query | Isi | Respons | Callback | Server | wajib | usang | Bawaan | Contoh | Contoh | Nilai yang diizinkan | Selalu | atau null | hanya baca | hanya tulis | Atribut turunan | Setiap item | Salah satu dari | Satu atau lebih dari | Tidak boleh berupa | atau | Dapat juga dikirim tanpa otorisasi | Header | Tautan | Cakupan | Pesan | Kirim | Terima | Binding | Permintaan | Respons | Tampilkan | Tanpa isi | Muatan | Salin | Tersalin | Coba | Hubungkan | sertifikat klien
it | Autorizzazioni | Parametri del percorso | Parametri della query | Intestazioni | Cookie | Stringa di query | Corpo | Risposte | Callback | Server | obbligatorio | deprecato | Predefinito | Esempio | Esempi | Valori ammessi | Sempre | o null | sola lettura | sola scrittura | Attributi figli | Ogni elemento | Uno tra | Uno o più tra | Non deve essere | oppure | Si può inviare anche senza autorizzazione | Intestazioni | Link | Ambiti | Messaggi | Inviare | Ricevere | Binding | Richiesta | Risposta | Mostra | Nessun contenuto | Contenuto | Copia | Copiato | Prova | Connetti | certificato client
ja | 認証 | パスパラメータ | クエリパラメータ | ヘッダー | Cookie | クエリ文字列 | ボディ | レスポンス | コールバック | サーバー | 必須 | 非推奨 | デフォルト | 例 | 例 | 使用できる値 | 常に | または null | 読み取り専用 | 書き込み専用 | 子属性 | 各要素 | いずれか 1 つ | いずれか | 次であってはならない | または | 認証なしでも送信できます | ヘッダー | リンク | スコープ | メッセージ | 送信 | 受信 | バインディング | リクエスト | レスポンス | 表示 | 内容なし | ペイロード | コピー | コピーしました | 試す | 接続 | クライアント証明書
ko | 인증 | 경로 매개변수 | 쿼리 매개변수 | 헤더 | 쿠키 | 쿼리 문자열 | 본문 | 응답 | 콜백 | 서버 | 필수 | 사용 중단됨 | 기본값 | 예시 | 예시 | 허용 값 | 항상 | 또는 null | 읽기 전용 | 쓰기 전용 | 하위 속성 | 각 항목 | 다음 중 하나 | 다음 중 아무거나 | 다음이 아니어야 함 | 또는 | 인증 없이도 보낼 수 있습니다 | 헤더 | 링크 | 범위 | 메시지 | 보내기 | 받기 | 바인딩 | 요청 | 응답 | 보기 | 내용 없음 | 페이로드 | 복사 | 복사됨 | 사용해 보기 | 연결 | 클라이언트 인증서
nl | Autorisatie | Padparameters | Queryparameters | Headers | Cookies | Querystring | Body | Antwoorden | Callbacks | Servers | verplicht | verouderd | Standaard | Voorbeeld | Voorbeelden | Toegestane waarden | Altijd | of null | alleen lezen | alleen schrijven | Onderliggende attributen | Elk item | Een van | Een of meer van | Mag niet zijn | of | Kan ook zonder autorisatie worden verzonden | Headers | Links | Scopes | Berichten | Verzenden | Ontvangen | Bindingen | Verzoek | Antwoord | Tonen | Geen inhoud | Inhoud | Kopiëren | Gekopieerd | Proberen | Verbinden | clientcertificaat
pl | Autoryzacja | Parametry ścieżki | Parametry zapytania | Nagłówki | Ciasteczka | Ciąg zapytania | Treść | Odpowiedzi | Wywołania zwrotne | Serwery | wymagane | przestarzałe | Domyślnie | Przykład | Przykłady | Dozwolone wartości | Zawsze | lub null | tylko do odczytu | tylko do zapisu | Atrybuty podrzędne | Każdy element | Jedno z | Dowolne z | Nie może być | lub | Można wysłać także bez autoryzacji | Nagłówki | Odnośniki | Zakresy | Wiadomości | Wysyłanie | Odbieranie | Powiązania | Żądanie | Odpowiedź | Pokaż | Brak treści | Zawartość | Kopiuj | Skopiowano | Wypróbuj | Połącz | certyfikat klienta
pt | Autorizações | Parâmetros de caminho | Parâmetros de consulta | Cabeçalhos | Cookies | Cadeia de consulta | Corpo | Respostas | Callbacks | Servidores | obrigatório | obsoleto | Padrão | Exemplo | Exemplos | Valores permitidos | Sempre | ou null | somente leitura | somente escrita | Atributos filhos | Cada item | Um de | Qualquer um de | Não pode ser | ou | Também pode ser enviada sem autorização | Cabeçalhos | Links | Escopos | Mensagens | Enviar | Receber | Bindings | Requisição | Resposta | Mostrar | Sem conteúdo | Conteúdo | Copiar | Copiado | Experimentar | Ligar | certificado de cliente
ru | Авторизация | Параметры пути | Параметры запроса | Заголовки | Cookie | Строка запроса | Тело | Ответы | Обратные вызовы | Серверы | обязательно | устарело | По умолчанию | Пример | Примеры | Допустимые значения | Всегда | или null | только чтение | только запись | Вложенные атрибуты | Каждый элемент | Одно из | Любое из | Не должно быть | или | Можно отправить и без авторизации | Заголовки | Ссылки | Области доступа | Сообщения | Отправка | Получение | Привязки | Запрос | Ответ | Показать | Без содержимого | Содержимое | Копировать | Скопировано | Попробовать | Подключиться | сертификат клиента
sv | Auktorisering | Sökvägsparametrar | Frågeparametrar | Huvuden | Kakor | Frågesträng | Innehåll | Svar | Återanrop | Servrar | obligatorisk | utfasad | Standard | Exempel | Exempel | Tillåtna värden | Alltid | eller null | skrivskyddad | endast skrivning | Underordnade attribut | Varje element | Ett av | Något av | Får inte vara | eller | Kan även skickas utan auktorisering | Huvuden | Länkar | Behörigheter | Meddelanden | Skicka | Ta emot | Bindningar | Begäran | Svar | Visa | Inget innehåll | Nyttolast | Kopiera | Kopierat | Prova | Anslut | klientcertifikat
tr | Yetkilendirme | Yol parametreleri | Sorgu parametreleri | Başlıklar | Çerezler | Sorgu dizesi | Gövde | Yanıtlar | Geri çağrılar | Sunucular | zorunlu | kullanımdan kalktı | Varsayılan | Örnek | Örnekler | İzin verilen değerler | Her zaman | veya null | salt okunur | salt yazılır | Alt öznitelikler | Her öğe | Şunlardan biri | Şunlardan herhangi biri | Şu olamaz | veya | Yetkilendirme olmadan da gönderilebilir | Başlıklar | Bağlantılar | Kapsamlar | İletiler | Gönder | Al | Bağlamalar | İstek | Yanıt | Göster | İçerik yok | Yük | Kopyala | Kopyalandı | Dene | Bağlan | istemci sertifikası
uk | Авторизація | Параметри шляху | Параметри запиту | Заголовки | Cookie | Рядок запиту | Тіло | Відповіді | Зворотні виклики | Сервери | обов’язково | застаріло | За замовчуванням | Приклад | Приклади | Допустимі значення | Завжди | або null | лише читання | лише запис | Вкладені атрибути | Кожен елемент | Одне з | Будь-яке з | Не може бути | або | Можна надіслати й без авторизації | Заголовки | Посилання | Області доступу | Повідомлення | Надсилання | Отримання | Прив’язки | Запит | Відповідь | Показати | Без вмісту | Вміст | Копіювати | Скопійовано | Спробувати | Підключитися | сертифікат клієнта
vi | Ủy quyền | Tham số đường dẫn | Tham số truy vấn | Tiêu đề | Cookie | Chuỗi truy vấn | Nội dung | Phản hồi | Hàm gọi lại | Máy chủ | bắt buộc | không còn dùng | Mặc định | Ví dụ | Ví dụ | Giá trị cho phép | Luôn là | hoặc null | chỉ đọc | chỉ ghi | Thuộc tính con | Mỗi phần tử | Một trong | Bất kỳ trong | Không được là | hoặc | Cũng có thể gửi mà không cần ủy quyền | Tiêu đề | Liên kết | Phạm vi | Thông điệp | Gửi | Nhận | Ràng buộc | Yêu cầu | Phản hồi | Hiện | Không có nội dung | Dữ liệu | Sao chép | Đã sao chép | Thử | Kết nối | chứng chỉ máy khách
zh | 授权 | 路径参数 | 查询参数 | 请求头 | Cookie | 查询字符串 | 请求体 | 响应 | 回调 | 服务器 | 必填 | 已弃用 | 默认值 | 示例 | 示例 | 可选值 | 固定为 | 或 null | 只读 | 只写 | 子属性 | 每一项 | 其中之一 | 任意 | 不能是 | 或 | 也可以不授权发送 | 响应头 | 链接 | 权限范围 | 消息 | 发送 | 接收 | 绑定 | 请求 | 响应 | 显示 | 无内容 | 载荷 | 复制 | 已复制 | 试一试 | 连接 | 客户端证书
zh-TW | 授權 | 路徑參數 | 查詢參數 | 標頭 | Cookie | 查詢字串 | 請求內容 | 回應 | 回呼 | 伺服器 | 必填 | 已棄用 | 預設值 | 範例 | 範例 | 可用的值 | 固定為 | 或 null | 唯讀 | 唯寫 | 子屬性 | 每個項目 | 其中之一 | 任一 | 不可為 | 或 | 也可以不經授權傳送 | 標頭 | 連結 | 權限範圍 | 訊息 | 傳送 | 接收 | 繫結 | 請求 | 回應 | 顯示 | 沒有內容 | 承載內容 | 複製 | 已複製 | 試一試 | 連線 | 用戶端憑證
`;

/** The words for a language code of docs.json. */
export const apiWords: (code: string | undefined) => ApiWords = /* @__PURE__ */ wordTable(columns, table);

/** The words that components say by themselves, by language; a language without a row is English. */
import { wordTable } from '../../word-table.ts';

const columns = [
  'copy',
  'copied',
  'showMore',
  'showLess',
  'details',
  'required',
  'deprecated',
  'default',
  'filters',
  'view',
  'note',
  'info',
  'tip',
  'check',
  'warning',
  'danger',
  'code',
  'copyPrompt',
  'openIn',
  'showPrompt',
  'request',
  'response',
] as const;

/** Plain text, as it stands on the page; `openIn` holds `{name}`, where the tool's name goes. */
export type Words = Readonly<Record<(typeof columns)[number], string>>;

const table = `
en | Copy | Copied | Show more | Show less | Details | required | deprecated | default | Filters | View | Note | Info | Tip | Check | Warning | Danger | Code | Copy prompt | Open in {name} | Show prompt | Request | Response
ar | نسخ | تم النسخ | عرض المزيد | عرض أقل | التفاصيل | مطلوب | مهمل | الافتراضي | عوامل التصفية | العرض | ملاحظة | معلومات | نصيحة | تم | تحذير | خطر | الشيفرة | نسخ الموجّه | فتح في {name} | عرض الموجّه | الطلب | الاستجابة
ca | Copia | Copiat | Mostra’n més | Mostra’n menys | Detalls | obligatori | obsolet | per defecte | Filtres | Vista | Nota | Informació | Consell | Fet | Advertiment | Perill | Codi | Copia la instrucció | Obre a {name} | Mostra la instrucció | Petició | Resposta
cs | Kopírovat | Zkopírováno | Zobrazit více | Zobrazit méně | Podrobnosti | povinné | zastaralé | výchozí | Filtry | Zobrazení | Poznámka | Informace | Tip | Hotovo | Varování | Nebezpečí | Kód | Kopírovat prompt | Otevřít v {name} | Zobrazit prompt | Požadavek | Odpověď
da | Kopiér | Kopieret | Vis mere | Vis mindre | Detaljer | påkrævet | udfaset | standard | Filtre | Visning | Bemærk | Info | Tip | Udført | Advarsel | Fare | Kode | Kopiér prompt | Åbn i {name} | Vis prompt | Forespørgsel | Svar
de | Kopieren | Kopiert | Mehr anzeigen | Weniger anzeigen | Details | erforderlich | veraltet | Standard | Filter | Ansicht | Hinweis | Info | Tipp | Erledigt | Warnung | Gefahr | Code | Prompt kopieren | In {name} öffnen | Prompt anzeigen | Anfrage | Antwort
es | Copiar | Copiado | Mostrar más | Mostrar menos | Detalles | obligatorio | obsoleto | predeterminado | Filtros | Vista | Nota | Información | Consejo | Listo | Advertencia | Peligro | Código | Copiar prompt | Abrir en {name} | Mostrar prompt | Solicitud | Respuesta
fa | کپی | کپی شد | نمایش بیشتر | نمایش کمتر | جزئیات | الزامی | منسوخ | پیش‌فرض | پالایه‌ها | نما | یادداشت | آگاهی | نکته | انجام شد | هشدار | خطر | کد | کپی پرامپت | باز کردن در {name} | نمایش پرامپت | درخواست | پاسخ
fi | Kopioi | Kopioitu | Näytä enemmän | Näytä vähemmän | Tiedot | pakollinen | vanhentunut | oletus | Suodattimet | Näkymä | Huomautus | Tietoa | Vinkki | Valmis | Varoitus | Vaara | Koodi | Kopioi kehote | Avaa: {name} | Näytä kehote | Pyyntö | Vastaus
fr | Copier | Copié | Afficher plus | Afficher moins | Détails | obligatoire | obsolète | par défaut | Filtres | Vue | Remarque | Info | Astuce | Validé | Avertissement | Danger | Code | Copier le prompt | Ouvrir dans {name} | Afficher le prompt | Requête | Réponse
he | העתקה | הועתק | הצג עוד | הצג פחות | פרטים | חובה | הוצא משימוש | ברירת מחדל | מסננים | תצוגה | הערה | מידע | טיפ | בוצע | אזהרה | סכנה | קוד | העתקת ההנחיה | פתיחה ב-{name} | הצגת ההנחיה | בקשה | תגובה
hi | कॉपी करें | कॉपी हो गया | और दिखाएँ | कम दिखाएँ | विवरण | आवश्यक | अप्रचलित | डिफ़ॉल्ट | फ़िल्टर | दृश्य | नोट | जानकारी | सुझाव | पूर्ण | चेतावनी | खतरा | कोड | प्रॉम्प्ट कॉपी करें | {name} में खोलें | प्रॉम्प्ट दिखाएँ | अनुरोध | उत्तर
hu | Másolás | Másolva | Több megjelenítése | Kevesebb megjelenítése | Részletek | kötelező | elavult | alapértelmezett | Szűrők | Nézet | Megjegyzés | Információ | Tipp | Kész | Figyelmeztetés | Veszély | Kód | Prompt másolása | Megnyitás itt: {name} | Prompt megjelenítése | Kérés | Válasz
id | Salin | Tersalin | Tampilkan lebih banyak | Tampilkan lebih sedikit | Detail | wajib | usang | bawaan | Filter | Tampilan | Catatan | Info | Tips | Selesai | Peringatan | Bahaya | Kode | Salin prompt | Buka di {name} | Tampilkan prompt | Permintaan | Respons
it | Copia | Copiato | Mostra di più | Mostra meno | Dettagli | obbligatorio | deprecato | predefinito | Filtri | Vista | Nota | Info | Suggerimento | Fatto | Avviso | Pericolo | Codice | Copia il prompt | Apri in {name} | Mostra il prompt | Richiesta | Risposta
ja | コピー | コピーしました | もっと見る | 折りたたむ | 詳細 | 必須 | 非推奨 | デフォルト | フィルター | 表示 | 注 | 情報 | ヒント | 完了 | 警告 | 危険 | コード | プロンプトをコピー | {name} で開く | プロンプトを表示 | リクエスト | レスポンス
ko | 복사 | 복사됨 | 더 보기 | 접기 | 세부 정보 | 필수 | 사용 중단됨 | 기본값 | 필터 | 보기 | 참고 | 정보 | 팁 | 완료 | 경고 | 위험 | 코드 | 프롬프트 복사 | {name}에서 열기 | 프롬프트 보기 | 요청 | 응답
lv | Kopēt | Nokopēts | Rādīt vairāk | Rādīt mazāk | Sīkāk | obligāts | novecojis | noklusējums | Filtri | Skats | Piezīme | Informācija | Padoms | Gatavs | Brīdinājums | Bīstami | Kods | Kopēt uzvedni | Atvērt: {name} | Rādīt uzvedni | Pieprasījums | Atbilde
nl | Kopiëren | Gekopieerd | Meer tonen | Minder tonen | Details | verplicht | verouderd | standaard | Filters | Weergave | Opmerking | Info | Tip | Gedaan | Waarschuwing | Gevaar | Code | Prompt kopiëren | Openen in {name} | Prompt tonen | Verzoek | Antwoord
no | Kopier | Kopiert | Vis mer | Vis mindre | Detaljer | påkrevd | utfaset | standard | Filtre | Visning | Merk | Info | Tips | Utført | Advarsel | Fare | Kode | Kopier prompt | Åpne i {name} | Vis prompt | Forespørsel | Svar
pl | Kopiuj | Skopiowano | Pokaż więcej | Pokaż mniej | Szczegóły | wymagane | przestarzałe | domyślnie | Filtry | Widok | Uwaga | Informacja | Wskazówka | Gotowe | Ostrzeżenie | Niebezpieczeństwo | Kod | Kopiuj prompt | Otwórz w {name} | Pokaż prompt | Żądanie | Odpowiedź
pt | Copiar | Copiado | Mostrar mais | Mostrar menos | Detalhes | obrigatório | obsoleto | padrão | Filtros | Vista | Nota | Informação | Dica | Concluído | Aviso | Perigo | Código | Copiar prompt | Abrir em {name} | Mostrar prompt | Requisição | Resposta
ro | Copiază | Copiat | Arată mai mult | Arată mai puțin | Detalii | obligatoriu | învechit | implicit | Filtre | Vizualizare | Notă | Informație | Sfat | Gata | Avertisment | Pericol | Cod | Copiază promptul | Deschide în {name} | Arată promptul | Cerere | Răspuns
ru | Копировать | Скопировано | Показать больше | Свернуть | Подробности | обязательно | устарело | по умолчанию | Фильтры | Вид | Примечание | Информация | Совет | Готово | Предупреждение | Опасно | Код | Копировать промпт | Открыть в {name} | Показать промпт | Запрос | Ответ
sv | Kopiera | Kopierat | Visa mer | Visa mindre | Detaljer | krävs | utfasad | standard | Filter | Vy | Obs | Info | Tips | Klart | Varning | Fara | Kod | Kopiera prompt | Öppna i {name} | Visa prompt | Begäran | Svar
tr | Kopyala | Kopyalandı | Daha fazla göster | Daha az göster | Ayrıntılar | zorunlu | kullanımdan kalktı | varsayılan | Filtreler | Görünüm | Not | Bilgi | İpucu | Tamam | Uyarı | Tehlike | Kod | İstemi kopyala | {name} ile aç | İstemi göster | İstek | Yanıt
uk | Копіювати | Скопійовано | Показати більше | Згорнути | Подробиці | обов’язково | застаріло | типово | Фільтри | Вигляд | Примітка | Інформація | Порада | Готово | Попередження | Небезпечно | Код | Копіювати промпт | Відкрити в {name} | Показати промпт | Запит | Відповідь
ur | کاپی کریں | کاپی ہو گیا | مزید دکھائیں | کم دکھائیں | تفصیلات | لازمی | متروک | طے شدہ | فلٹرز | منظر | نوٹ | معلومات | مشورہ | مکمل | انتباہ | خطرہ | کوڈ | پرامپٹ کاپی کریں | {name} میں کھولیں | پرامپٹ دکھائیں | درخواست | جواب
uz | Nusxa olish | Nusxa olindi | Ko‘proq | Kamroq | Tafsilotlar | majburiy | eskirgan | standart | Filtrlar | Ko‘rinish | Eslatma | Maʼlumot | Maslahat | Bajarildi | Ogohlantirish | Xavf | Kod | Promptdan nusxa olish | {name} da ochish | Promptni ko‘rsatish | So‘rov | Javob
vi | Sao chép | Đã sao chép | Xem thêm | Thu gọn | Chi tiết | bắt buộc | không còn dùng | mặc định | Bộ lọc | Chế độ xem | Ghi chú | Thông tin | Mẹo | Hoàn tất | Cảnh báo | Nguy hiểm | Mã | Sao chép lời nhắc | Mở trong {name} | Xem lời nhắc | Yêu cầu | Phản hồi
zh | 复制 | 已复制 | 展开 | 收起 | 详情 | 必填 | 已弃用 | 默认值 | 筛选 | 视图 | 注意 | 信息 | 提示 | 完成 | 警告 | 危险 | 代码 | 复制提示词 | 在 {name} 中打开 | 查看提示词 | 请求 | 响应
zh-TW | 複製 | 已複製 | 展開 | 收合 | 詳細資料 | 必填 | 已棄用 | 預設值 | 篩選 | 檢視 | 注意 | 資訊 | 提示 | 完成 | 警告 | 危險 | 程式碼 | 複製提示詞 | 在 {name} 中開啟 | 檢視提示詞 | 請求 | 回應
`;

/** The words for a language code of docs.json (`zh-Hant`, `pt-BR`, `cn`). */
export const wordsOf: (code: string | undefined) => Words = /* @__PURE__ */ wordTable(columns, table);

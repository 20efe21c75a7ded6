/** The messages of components, by language. Languages without a row use English. */
import { messageTable } from '../../shared/message-table.ts';

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
  'openImage',
  'copyImage',
  'downloadImage',
  'zoomIn',
  'zoomOut',
  'reset',
  'diagram',
  'diagramFailed',
] as const;

/** Plain text. `openIn` contains `{name}`, the placeholder for the tool's name. */
export type ComponentMessages = Readonly<Record<(typeof columns)[number], string>>;

const table = `
en | Copy | Copied | Show more | Show less | Details | required | deprecated | default | Filters | View | Note | Info | Tip | Check | Warning | Danger | Code | Copy prompt | Open in {name} | Show prompt | Request | Response | Open image | Copy image | Download image | Zoom in | Zoom out | Reset | Diagram | The diagram could not be drawn
ar | نسخ | تم النسخ | عرض المزيد | عرض أقل | التفاصيل | مطلوب | مهمل | الافتراضي | عوامل التصفية | العرض | ملاحظة | معلومات | نصيحة | تم | تحذير | خطر | الشيفرة | نسخ الموجّه | فتح في {name} | عرض الموجّه | الطلب | الاستجابة | فتح الصورة | نسخ الصورة | تنزيل الصورة | تكبير | تصغير | إعادة الضبط | مخطط | تعذّر رسم المخطط
ca | Copia | Copiat | Mostra’n més | Mostra’n menys | Detalls | obligatori | obsolet | per defecte | Filtres | Vista | Nota | Informació | Consell | Fet | Advertiment | Perill | Codi | Copia la instrucció | Obre a {name} | Mostra la instrucció | Petició | Resposta | Obre la imatge | Copia la imatge | Baixa la imatge | Amplia | Redueix | Restableix | Diagrama | No s’ha pogut dibuixar el diagrama
cs | Kopírovat | Zkopírováno | Zobrazit více | Zobrazit méně | Podrobnosti | povinné | zastaralé | výchozí | Filtry | Zobrazení | Poznámka | Informace | Tip | Hotovo | Varování | Nebezpečí | Kód | Kopírovat prompt | Otevřít v {name} | Zobrazit prompt | Požadavek | Odpověď | Otevřít obrázek | Kopírovat obrázek | Stáhnout obrázek | Přiblížit | Oddálit | Obnovit | Diagram | Diagram se nepodařilo vykreslit
da | Kopiér | Kopieret | Vis mere | Vis mindre | Detaljer | påkrævet | udfaset | standard | Filtre | Visning | Bemærk | Info | Tip | Udført | Advarsel | Fare | Kode | Kopiér prompt | Åbn i {name} | Vis prompt | Forespørgsel | Svar | Åbn billede | Kopiér billede | Hent billede | Zoom ind | Zoom ud | Nulstil | Diagram | Diagrammet kunne ikke tegnes
de | Kopieren | Kopiert | Mehr anzeigen | Weniger anzeigen | Details | erforderlich | veraltet | Standard | Filter | Ansicht | Hinweis | Info | Tipp | Erledigt | Warnung | Gefahr | Code | Prompt kopieren | In {name} öffnen | Prompt anzeigen | Anfrage | Antwort | Bild öffnen | Bild kopieren | Bild herunterladen | Vergrößern | Verkleinern | Zurücksetzen | Diagramm | Das Diagramm konnte nicht gezeichnet werden
es | Copiar | Copiado | Mostrar más | Mostrar menos | Detalles | obligatorio | obsoleto | predeterminado | Filtros | Vista | Nota | Información | Consejo | Listo | Advertencia | Peligro | Código | Copiar prompt | Abrir en {name} | Mostrar prompt | Solicitud | Respuesta | Abrir imagen | Copiar imagen | Descargar imagen | Acercar | Alejar | Restablecer | Diagrama | No se pudo dibujar el diagrama
fa | کپی | کپی شد | نمایش بیشتر | نمایش کمتر | جزئیات | الزامی | منسوخ | پیش‌فرض | پالایه‌ها | نما | یادداشت | آگاهی | نکته | انجام شد | هشدار | خطر | کد | کپی پرامپت | باز کردن در {name} | نمایش پرامپت | درخواست | پاسخ | باز کردن تصویر | کپی تصویر | دانلود تصویر | بزرگ‌نمایی | کوچک‌نمایی | بازنشانی | نمودار | رسم نمودار ممکن نشد
fi | Kopioi | Kopioitu | Näytä enemmän | Näytä vähemmän | Tiedot | pakollinen | vanhentunut | oletus | Suodattimet | Näkymä | Huomautus | Tietoa | Vinkki | Valmis | Varoitus | Vaara | Koodi | Kopioi kehote | Avaa: {name} | Näytä kehote | Pyyntö | Vastaus | Avaa kuva | Kopioi kuva | Lataa kuva | Lähennä | Loitonna | Palauta | Kaavio | Kaaviota ei voitu piirtää
fr | Copier | Copié | Afficher plus | Afficher moins | Détails | obligatoire | obsolète | par défaut | Filtres | Vue | Remarque | Info | Astuce | Validé | Avertissement | Danger | Code | Copier le prompt | Ouvrir dans {name} | Afficher le prompt | Requête | Réponse | Ouvrir l’image | Copier l’image | Télécharger l’image | Zoom avant | Zoom arrière | Réinitialiser | Diagramme | Le diagramme n’a pas pu être dessiné
he | העתקה | הועתק | הצג עוד | הצג פחות | פרטים | חובה | הוצא משימוש | ברירת מחדל | מסננים | תצוגה | הערה | מידע | טיפ | בוצע | אזהרה | סכנה | קוד | העתקת ההנחיה | פתיחה ב-{name} | הצגת ההנחיה | בקשה | תגובה | פתיחת התמונה | העתקת התמונה | הורדת התמונה | הגדלה | הקטנה | איפוס | תרשים | לא ניתן היה לצייר את התרשים
hi | कॉपी करें | कॉपी हो गया | और दिखाएँ | कम दिखाएँ | विवरण | आवश्यक | अप्रचलित | डिफ़ॉल्ट | फ़िल्टर | दृश्य | नोट | जानकारी | सुझाव | पूर्ण | चेतावनी | खतरा | कोड | प्रॉम्प्ट कॉपी करें | {name} में खोलें | प्रॉम्प्ट दिखाएँ | अनुरोध | उत्तर | चित्र खोलें | चित्र कॉपी करें | चित्र डाउनलोड करें | ज़ूम इन करें | ज़ूम आउट करें | रीसेट करें | आरेख | आरेख नहीं बनाया जा सका
hu | Másolás | Másolva | Több megjelenítése | Kevesebb megjelenítése | Részletek | kötelező | elavult | alapértelmezett | Szűrők | Nézet | Megjegyzés | Információ | Tipp | Kész | Figyelmeztetés | Veszély | Kód | Prompt másolása | Megnyitás itt: {name} | Prompt megjelenítése | Kérés | Válasz | Kép megnyitása | Kép másolása | Kép letöltése | Nagyítás | Kicsinyítés | Visszaállítás | Diagram | A diagramot nem sikerült megrajzolni
id | Salin | Tersalin | Tampilkan lebih banyak | Tampilkan lebih sedikit | Detail | wajib | usang | bawaan | Filter | Tampilan | Catatan | Info | Tips | Selesai | Peringatan | Bahaya | Kode | Salin prompt | Buka di {name} | Tampilkan prompt | Permintaan | Respons | Buka gambar | Salin gambar | Unduh gambar | Perbesar | Perkecil | Atur ulang | Diagram | Diagram tidak dapat digambar
it | Copia | Copiato | Mostra di più | Mostra meno | Dettagli | obbligatorio | deprecato | predefinito | Filtri | Vista | Nota | Info | Suggerimento | Fatto | Avviso | Pericolo | Codice | Copia il prompt | Apri in {name} | Mostra il prompt | Richiesta | Risposta | Apri immagine | Copia immagine | Scarica immagine | Ingrandisci | Riduci | Reimposta | Diagramma | Impossibile disegnare il diagramma
ja | コピー | コピーしました | もっと見る | 折りたたむ | 詳細 | 必須 | 非推奨 | デフォルト | フィルター | 表示 | 注 | 情報 | ヒント | 完了 | 警告 | 危険 | コード | プロンプトをコピー | {name} で開く | プロンプトを表示 | リクエスト | レスポンス | 画像を開く | 画像をコピー | 画像をダウンロード | 拡大 | 縮小 | リセット | 図 | 図を描画できませんでした
ko | 복사 | 복사됨 | 더 보기 | 접기 | 세부 정보 | 필수 | 사용 중단됨 | 기본값 | 필터 | 보기 | 참고 | 정보 | 팁 | 완료 | 경고 | 위험 | 코드 | 프롬프트 복사 | {name}에서 열기 | 프롬프트 보기 | 요청 | 응답 | 이미지 열기 | 이미지 복사 | 이미지 다운로드 | 확대 | 축소 | 초기화 | 다이어그램 | 다이어그램을 그릴 수 없습니다
lv | Kopēt | Nokopēts | Rādīt vairāk | Rādīt mazāk | Sīkāk | obligāts | novecojis | noklusējums | Filtri | Skats | Piezīme | Informācija | Padoms | Gatavs | Brīdinājums | Bīstami | Kods | Kopēt uzvedni | Atvērt: {name} | Rādīt uzvedni | Pieprasījums | Atbilde | Atvērt attēlu | Kopēt attēlu | Lejupielādēt attēlu | Tuvināt | Tālināt | Atiestatīt | Diagramma | Diagrammu neizdevās uzzīmēt
nl | Kopiëren | Gekopieerd | Meer tonen | Minder tonen | Details | verplicht | verouderd | standaard | Filters | Weergave | Opmerking | Info | Tip | Gedaan | Waarschuwing | Gevaar | Code | Prompt kopiëren | Openen in {name} | Prompt tonen | Verzoek | Antwoord | Afbeelding openen | Afbeelding kopiëren | Afbeelding downloaden | Inzoomen | Uitzoomen | Herstellen | Diagram | Het diagram kon niet worden getekend
no | Kopier | Kopiert | Vis mer | Vis mindre | Detaljer | påkrevd | utfaset | standard | Filtre | Visning | Merk | Info | Tips | Utført | Advarsel | Fare | Kode | Kopier prompt | Åpne i {name} | Vis prompt | Forespørsel | Svar | Åpne bilde | Kopier bilde | Last ned bilde | Zoom inn | Zoom ut | Tilbakestill | Diagram | Diagrammet kunne ikke tegnes
pl | Kopiuj | Skopiowano | Pokaż więcej | Pokaż mniej | Szczegóły | wymagane | przestarzałe | domyślnie | Filtry | Widok | Uwaga | Informacja | Wskazówka | Gotowe | Ostrzeżenie | Niebezpieczeństwo | Kod | Kopiuj prompt | Otwórz w {name} | Pokaż prompt | Żądanie | Odpowiedź | Otwórz obraz | Kopiuj obraz | Pobierz obraz | Powiększ | Pomniejsz | Resetuj | Diagram | Nie udało się narysować diagramu
pt | Copiar | Copiado | Mostrar mais | Mostrar menos | Detalhes | obrigatório | obsoleto | padrão | Filtros | Vista | Nota | Informação | Dica | Concluído | Aviso | Perigo | Código | Copiar prompt | Abrir em {name} | Mostrar prompt | Requisição | Resposta | Abrir imagem | Copiar imagem | Baixar imagem | Ampliar | Reduzir | Redefinir | Diagrama | Não foi possível desenhar o diagrama
ro | Copiază | Copiat | Arată mai mult | Arată mai puțin | Detalii | obligatoriu | învechit | implicit | Filtre | Vizualizare | Notă | Informație | Sfat | Gata | Avertisment | Pericol | Cod | Copiază promptul | Deschide în {name} | Arată promptul | Cerere | Răspuns | Deschide imaginea | Copiază imaginea | Descarcă imaginea | Mărește | Micșorează | Resetează | Diagramă | Diagrama nu a putut fi desenată
ru | Копировать | Скопировано | Показать больше | Свернуть | Подробности | обязательно | устарело | по умолчанию | Фильтры | Вид | Примечание | Информация | Совет | Готово | Предупреждение | Опасно | Код | Копировать промпт | Открыть в {name} | Показать промпт | Запрос | Ответ | Открыть изображение | Копировать изображение | Скачать изображение | Увеличить | Уменьшить | Сбросить | Диаграмма | Не удалось построить диаграмму
sv | Kopiera | Kopierat | Visa mer | Visa mindre | Detaljer | krävs | utfasad | standard | Filter | Vy | Obs | Info | Tips | Klart | Varning | Fara | Kod | Kopiera prompt | Öppna i {name} | Visa prompt | Begäran | Svar | Öppna bild | Kopiera bild | Ladda ner bild | Zooma in | Zooma ut | Återställ | Diagram | Diagrammet kunde inte ritas
tr | Kopyala | Kopyalandı | Daha fazla göster | Daha az göster | Ayrıntılar | zorunlu | kullanımdan kalktı | varsayılan | Filtreler | Görünüm | Not | Bilgi | İpucu | Tamam | Uyarı | Tehlike | Kod | İstemi kopyala | {name} ile aç | İstemi göster | İstek | Yanıt | Görseli aç | Görseli kopyala | Görseli indir | Yakınlaştır | Uzaklaştır | Sıfırla | Diyagram | Diyagram çizilemedi
uk | Копіювати | Скопійовано | Показати більше | Згорнути | Подробиці | обов’язково | застаріло | типово | Фільтри | Вигляд | Примітка | Інформація | Порада | Готово | Попередження | Небезпечно | Код | Копіювати промпт | Відкрити в {name} | Показати промпт | Запит | Відповідь | Відкрити зображення | Копіювати зображення | Завантажити зображення | Збільшити | Зменшити | Скинути | Діаграма | Не вдалося побудувати діаграму
ur | کاپی کریں | کاپی ہو گیا | مزید دکھائیں | کم دکھائیں | تفصیلات | لازمی | متروک | طے شدہ | فلٹرز | منظر | نوٹ | معلومات | مشورہ | مکمل | انتباہ | خطرہ | کوڈ | پرامپٹ کاپی کریں | {name} میں کھولیں | پرامپٹ دکھائیں | درخواست | جواب | تصویر کھولیں | تصویر کاپی کریں | تصویر ڈاؤن لوڈ کریں | بڑا کریں | چھوٹا کریں | ری سیٹ کریں | خاکہ | خاکہ نہیں بنایا جا سکا
uz | Nusxa olish | Nusxa olindi | Ko‘proq | Kamroq | Tafsilotlar | majburiy | eskirgan | standart | Filtrlar | Ko‘rinish | Eslatma | Maʼlumot | Maslahat | Bajarildi | Ogohlantirish | Xavf | Kod | Promptdan nusxa olish | {name} da ochish | Promptni ko‘rsatish | So‘rov | Javob | Rasmni ochish | Rasmdan nusxa olish | Rasmni yuklab olish | Kattalashtirish | Kichiklashtirish | Asliga qaytarish | Diagramma | Diagrammani chizib bo‘lmadi
vi | Sao chép | Đã sao chép | Xem thêm | Thu gọn | Chi tiết | bắt buộc | không còn dùng | mặc định | Bộ lọc | Chế độ xem | Ghi chú | Thông tin | Mẹo | Hoàn tất | Cảnh báo | Nguy hiểm | Mã | Sao chép lời nhắc | Mở trong {name} | Xem lời nhắc | Yêu cầu | Phản hồi | Mở hình ảnh | Sao chép hình ảnh | Tải hình ảnh xuống | Phóng to | Thu nhỏ | Đặt lại | Sơ đồ | Không thể vẽ sơ đồ
zh | 复制 | 已复制 | 展开 | 收起 | 详情 | 必填 | 已弃用 | 默认值 | 筛选 | 视图 | 注意 | 信息 | 提示 | 完成 | 警告 | 危险 | 代码 | 复制提示词 | 在 {name} 中打开 | 查看提示词 | 请求 | 响应 | 打开图片 | 复制图片 | 下载图片 | 放大 | 缩小 | 重置 | 图表 | 无法绘制图表
zh-TW | 複製 | 已複製 | 展開 | 收合 | 詳細資料 | 必填 | 已棄用 | 預設值 | 篩選 | 檢視 | 注意 | 資訊 | 提示 | 完成 | 警告 | 危險 | 程式碼 | 複製提示詞 | 在 {name} 中開啟 | 檢視提示詞 | 請求 | 回應 | 開啟圖片 | 複製圖片 | 下載圖片 | 放大 | 縮小 | 重設 | 圖表 | 無法繪製圖表
`;

/** The messages for a language code of docs.json (`zh-Hant`, `pt-BR`, `cn`). */
export const componentMessages: (code: string | undefined) => ComponentMessages = /* @__PURE__ */ messageTable(columns, table);

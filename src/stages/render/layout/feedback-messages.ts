import { messageTable } from '../../../shared/message-table.ts';

const columns = ['helpful', 'yes', 'no', 'thanks'] as const;

const table = `
en | Was this page helpful? | Yes | No | Thank you!
ar | هل كانت هذه الصفحة مفيدة؟ | نعم | لا | شكرًا لك!
ca | T’ha estat útil aquesta pàgina? | Sí | No | Gràcies!
cs | Byla tato stránka užitečná? | Ano | Ne | Děkujeme!
da | Var denne side nyttig? | Ja | Nej | Tak!
de | War diese Seite hilfreich? | Ja | Nein | Danke!
es | ¿Te resultó útil esta página? | Sí | No | ¡Gracias!
fa | آیا این صفحه مفید بود؟ | بله | خیر | سپاسگزاریم!
fi | Oliko tästä sivusta apua? | Kyllä | Ei | Kiitos!
fr | Cette page vous a-t-elle été utile ? | Oui | Non | Merci !
he | האם דף זה עזר לך? | כן | לא | תודה!
hi | क्या यह पृष्ठ उपयोगी था? | हाँ | नहीं | धन्यवाद!
hu | Hasznos volt ez az oldal? | Igen | Nem | Köszönjük!
id | Apakah halaman ini membantu? | Ya | Tidak | Terima kasih!
it | Questa pagina ti è stata utile? | Sì | No | Grazie!
ja | このページは役に立ちましたか？ | はい | いいえ | ありがとうございます
ko | 이 페이지가 도움이 되었나요? | 예 | 아니요 | 감사합니다!
lv | Vai šī lapa bija noderīga? | Jā | Nē | Paldies!
nl | Was deze pagina nuttig? | Ja | Nee | Bedankt!
no | Var denne siden nyttig? | Ja | Nei | Takk!
pl | Czy ta strona była pomocna? | Tak | Nie | Dziękujemy!
pt | Esta página foi útil? | Sim | Não | Obrigado!
pt-BR | Esta página foi útil? | Sim | Não | Obrigado!
ro | A fost utilă această pagină? | Da | Nu | Mulțumim!
ru | Эта страница была полезна? | Да | Нет | Спасибо!
sv | Var den här sidan till hjälp? | Ja | Nej | Tack!
tr | Bu sayfa yararlı oldu mu? | Evet | Hayır | Teşekkürler!
uk | Чи була ця сторінка корисною? | Так | Ні | Дякуємо!
ur | کیا یہ صفحہ مفید تھا؟ | جی ہاں | نہیں | شکریہ!
uz | Bu sahifa foydali bo‘ldimi? | Ha | Yo‘q | Rahmat!
vi | Trang này có hữu ích không? | Có | Không | Cảm ơn bạn!
zh | 本页内容对您有帮助吗？ | 有 | 没有 | 谢谢！
zh-TW | 本頁內容對您有幫助嗎？ | 有 | 沒有 | 謝謝！
`;

/** Messages of the feedback form, by language. */
export const feedbackMessages = messageTable(columns, table);

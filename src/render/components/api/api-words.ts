/** The words of reference pages by language; what is missing is English. */
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
] as const;

export type ApiWords = Readonly<Record<(typeof columns)[number], string>>;

const table = `
en | Authorizations | Path parameters | Query parameters | Headers | Cookies | Query string | Body | Responses | Callbacks | Servers | required | deprecated | Default | Example | Examples | Allowed values | Always | or null | read-only | write-only | Child attributes | Each item | One of | Any of | Must not be | or | Can also be sent without authorization | Headers | Links | Scopes | Messages | Send | Receive | Bindings | Request | Response | Show | No content | Payload | Copy | Copied
de | Autorisierung | Pfadparameter | Abfrageparameter | Header | Cookies | Abfragezeichenfolge | Inhalt | Antworten | Rückrufe | Server | erforderlich | veraltet | Standard | Beispiel | Beispiele | Erlaubte Werte | Immer | oder null | nur lesbar | nur schreibbar | Unterattribute | Jedes Element | Eines von | Beliebige von | Darf nicht sein | oder | Kann auch ohne Autorisierung gesendet werden | Header | Links | Berechtigungen | Nachrichten | Senden | Empfangen | Bindungen | Anfrage | Antwort | Anzeigen | Kein Inhalt | Nutzdaten | Kopieren | Kopiert
es | Autorización | Parámetros de ruta | Parámetros de consulta | Encabezados | Cookies | Cadena de consulta | Cuerpo | Respuestas | Callbacks | Servidores | obligatorio | obsoleto | Predeterminado | Ejemplo | Ejemplos | Valores permitidos | Siempre | o null | solo lectura | solo escritura | Atributos hijos | Cada elemento | Uno de | Cualquiera de | No debe ser | o | También puede enviarse sin autorización | Encabezados | Enlaces | Permisos | Mensajes | Enviar | Recibir | Enlaces de protocolo | Solicitud | Respuesta | Mostrar | Sin contenido | Contenido | Copiar | Copiado
fr | Autorisations | Paramètres de chemin | Paramètres de requête | En-têtes | Cookies | Chaîne de requête | Corps | Réponses | Rappels | Serveurs | obligatoire | obsolète | Par défaut | Exemple | Exemples | Valeurs possibles | Toujours | ou null | lecture seule | écriture seule | Attributs enfants | Chaque élément | L’un de | Au moins un de | Ne doit pas être | ou | Peut aussi être envoyée sans autorisation | En-têtes | Liens | Autorisations | Messages | Envoyer | Recevoir | Liaisons | Requête | Réponse | Afficher | Sans contenu | Contenu | Copier | Copié
ja | 認証 | パスパラメータ | クエリパラメータ | ヘッダー | Cookie | クエリ文字列 | ボディ | レスポンス | コールバック | サーバー | 必須 | 非推奨 | デフォルト | 例 | 例 | 使用できる値 | 常に | または null | 読み取り専用 | 書き込み専用 | 子属性 | 各要素 | いずれか 1 つ | いずれか | 次であってはならない | または | 認証なしでも送信できます | ヘッダー | リンク | スコープ | メッセージ | 送信 | 受信 | バインディング | リクエスト | レスポンス | 表示 | 内容なし | ペイロード | コピー | コピーしました
ko | 인증 | 경로 매개변수 | 쿼리 매개변수 | 헤더 | 쿠키 | 쿼리 문자열 | 본문 | 응답 | 콜백 | 서버 | 필수 | 사용 중단됨 | 기본값 | 예시 | 예시 | 허용 값 | 항상 | 또는 null | 읽기 전용 | 쓰기 전용 | 하위 속성 | 각 항목 | 다음 중 하나 | 다음 중 아무거나 | 다음이 아니어야 함 | 또는 | 인증 없이도 보낼 수 있습니다 | 헤더 | 링크 | 범위 | 메시지 | 보내기 | 받기 | 바인딩 | 요청 | 응답 | 보기 | 내용 없음 | 페이로드 | 복사 | 복사됨
pt | Autorizações | Parâmetros de caminho | Parâmetros de consulta | Cabeçalhos | Cookies | Cadeia de consulta | Corpo | Respostas | Callbacks | Servidores | obrigatório | obsoleto | Padrão | Exemplo | Exemplos | Valores permitidos | Sempre | ou null | somente leitura | somente escrita | Atributos filhos | Cada item | Um de | Qualquer um de | Não pode ser | ou | Também pode ser enviada sem autorização | Cabeçalhos | Links | Escopos | Mensagens | Enviar | Receber | Bindings | Requisição | Resposta | Mostrar | Sem conteúdo | Conteúdo | Copiar | Copiado
ru | Авторизация | Параметры пути | Параметры запроса | Заголовки | Cookie | Строка запроса | Тело | Ответы | Обратные вызовы | Серверы | обязательно | устарело | По умолчанию | Пример | Примеры | Допустимые значения | Всегда | или null | только чтение | только запись | Вложенные атрибуты | Каждый элемент | Одно из | Любое из | Не должно быть | или | Можно отправить и без авторизации | Заголовки | Ссылки | Области доступа | Сообщения | Отправка | Получение | Привязки | Запрос | Ответ | Показать | Без содержимого | Содержимое | Копировать | Скопировано
zh | 授权 | 路径参数 | 查询参数 | 请求头 | Cookie | 查询字符串 | 请求体 | 响应 | 回调 | 服务器 | 必填 | 已弃用 | 默认值 | 示例 | 示例 | 可选值 | 固定为 | 或 null | 只读 | 只写 | 子属性 | 每一项 | 其中之一 | 任意 | 不能是 | 或 | 也可以不授权发送 | 响应头 | 链接 | 权限范围 | 消息 | 发送 | 接收 | 绑定 | 请求 | 响应 | 显示 | 无内容 | 载荷 | 复制 | 已复制
`;

const aliases: Readonly<Record<string, string>> = { cn: 'zh', jp: 'ja' };

let rows: Map<string, ApiWords> | undefined;

/** The words for a language code of docs.json: its own row, its base language's, else English. */
export function apiWords(code = 'en'): ApiWords {
  rows ??= new Map(
    table
      .trim()
      .split('\n')
      .map((line) => {
        const [language = '', ...cells] = line.split(' | ');
        return [language, Object.fromEntries(columns.map((name, index) => [name, cells[index]])) as ApiWords];
      }),
  );
  const tag = aliases[code] ?? code;
  return (rows.get(tag) ?? rows.get(tag.split('-')[0] as string) ?? rows.get('en')) as ApiWords;
}

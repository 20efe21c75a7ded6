/** The objects of AsyncAPI 2.x and 3.x as tables, as far as pages use them. */
import { bindings } from './asyncapi-bindings.ts';
import type { ObjectRule, Rules } from './rule-language.ts';

const info: ObjectRule = {
  words: 'info',
  fields: {
    title: 'string!',
    version: 'string!',
    description: 'string',
    termsOfService: 'url',
    contact: 'Contact',
    license: 'License',
    tags: '[&Tag]',
    externalDocs: '&ExternalDocs',
  },
};

const shared = {
  ...bindings,
  Contact: { words: 'contact', fields: { name: 'string', url: 'url', email: 'email' } },
  License: { words: 'license', fields: { name: 'string!', url: 'url' } },
  ExternalDocs: { words: 'externalDocs', fields: { description: 'string', url: 'url!' } },
  Tag: { words: 'a tag', fields: { name: 'string!', description: 'string', externalDocs: '&ExternalDocs' } },
  ServerVariable: {
    words: 'a server variable',
    fields: { enum: '[string]', default: 'string', description: 'string', examples: '[string]' },
  },
  CorrelationId: { words: 'a correlation id', fields: { description: 'string', location: 'string!' } },
  MessageExample: {
    words: 'a message example',
    fields: { headers: 'object', payload: 'any', name: 'string', summary: 'string' },
  },
  SecurityScheme: {
    words: 'a security scheme',
    fields: {
      type: "'userPassword|apiKey|X509|symmetricEncryption|asymmetricEncryption|httpApiKey|http|oauth2|openIdConnect|plain|scramSha256|scramSha512|gssapi'!",
      description: 'string',
      name: 'string',
      in: "'user|password|query|header|cookie'",
      scheme: 'string',
      bearerFormat: 'string',
      flows: 'Flows',
      openIdConnectUrl: 'url',
      scopes: '[string]',
    },
  },
  Flows: {
    words: 'flows',
    fields: { implicit: 'Flow', password: 'Flow', clientCredentials: 'Flow', authorizationCode: 'Flow' },
  },
  Flow: {
    words: 'a flow',
    // `scopes` is the name in 2.x.
    fields: { authorizationUrl: 'url', tokenUrl: 'url', refreshUrl: 'url', scopes: '{string}', availableScopes: '{string}' },
  },
} satisfies Rules;

const message = {
  headers: '&Schema',
  payload: 'any',
  correlationId: '&CorrelationId',
  contentType: 'string',
  name: 'string',
  title: 'string',
  summary: 'string',
  description: 'string',
  tags: '[&Tag]',
  externalDocs: '&ExternalDocs',
  bindings: '&MessageBindings',
  examples: '[MessageExample]',
};

const { payload: _payload, ...messageTrait } = message;

/** AsyncAPI 3.0 and 3.1. Descriptions refer more than they nest, so nearly every object may be a reference. */
export const asyncapi3: Rules = {
  ...shared,
  Root: {
    words: 'the description',
    fields: {
      asyncapi: 'string!',
      id: 'url',
      info: 'Info!',
      servers: '{&Server}',
      defaultContentType: 'string',
      channels: '{&Channel}',
      operations: '{&Operation}',
      components: 'Components',
    },
  },
  Info: info,
  Server: {
    words: 'a server',
    fields: {
      host: 'string!',
      protocol: 'string!',
      protocolVersion: 'string',
      pathname: 'string',
      description: 'string',
      title: 'string',
      summary: 'string',
      variables: '{&ServerVariable}',
      security: '[&SecurityScheme]',
      tags: '[&Tag]',
      externalDocs: '&ExternalDocs',
      bindings: '&ServerBindings',
    },
  },
  Channel: {
    words: 'a channel',
    fields: {
      address: 'any',
      messages: '{&Message}',
      title: 'string',
      summary: 'string',
      description: 'string',
      servers: '[&Server]',
      parameters: '{&Parameter}',
      tags: '[&Tag]',
      externalDocs: '&ExternalDocs',
      bindings: '&ChannelBindings',
    },
  },
  Parameter: {
    words: 'a parameter',
    fields: { enum: '[string]', default: 'string', description: 'string', examples: '[string]', location: 'string' },
  },
  Operation: {
    words: 'an operation',
    fields: {
      action: "'send|receive'!",
      channel: '&Channel!',
      title: 'string',
      summary: 'string',
      description: 'string',
      security: '[&SecurityScheme]',
      tags: '[&Tag]',
      externalDocs: '&ExternalDocs',
      bindings: '&OperationBindings',
      traits: '[&OperationTrait]',
      messages: '[&Message]',
      reply: '&Reply',
    },
  },
  Reply: { words: 'a reply', fields: { address: 'any', channel: '&Channel', messages: '[&Message]' } },
  Message: { words: 'a message', fields: { ...message, traits: '[&MessageTrait]' } },
  MessageTrait: { words: 'a message trait', fields: messageTrait },
  OperationTrait: {
    words: 'an operation trait',
    fields: {
      title: 'string',
      summary: 'string',
      description: 'string',
      security: '[&SecurityScheme]',
      tags: '[&Tag]',
      externalDocs: '&ExternalDocs',
      bindings: '&OperationBindings',
    },
  },
  Components: {
    words: 'components',
    fields: {
      schemas: '{any}',
      servers: '{&Server}',
      channels: '{&Channel}',
      operations: '{&Operation}',
      messages: '{&Message}',
      securitySchemes: '{&SecurityScheme}',
      serverVariables: '{&ServerVariable}',
      parameters: '{&Parameter}',
      correlationIds: '{&CorrelationId}',
      replies: '{&Reply}',
      replyAddresses: '{any}',
      externalDocs: '{&ExternalDocs}',
      tags: '{&Tag}',
      operationTraits: '{&OperationTrait}',
      messageTraits: '{&MessageTrait}',
      serverBindings: '{&ServerBindings}',
      channelBindings: '{&ChannelBindings}',
      operationBindings: '{&OperationBindings}',
      messageBindings: '{&MessageBindings}',
    },
  },
};

/** AsyncAPI 2.0 to 2.6: one table, because later editions only add keys. */
export const asyncapi2: Rules = {
  ...shared,
  Root: {
    words: 'the description',
    fields: {
      asyncapi: 'string!',
      id: 'url',
      info: 'Info!',
      servers: '{&Server}',
      defaultContentType: 'string',
      channels: '{&Channel}!',
      components: 'Components',
      tags: '[Tag]',
      externalDocs: 'ExternalDocs',
    },
  },
  Info: info,
  Server: {
    words: 'a server',
    fields: {
      url: 'string!',
      protocol: 'string!',
      protocolVersion: 'string',
      description: 'string',
      variables: '{&ServerVariable}',
      security: '[Security]',
      tags: '[Tag]',
      bindings: '&ServerBindings',
    },
  },
  Channel: {
    words: 'a channel',
    fields: {
      $ref: 'string',
      description: 'string',
      servers: '[string]',
      subscribe: 'Operation',
      publish: 'Operation',
      parameters: '{&Parameter}',
      bindings: '&ChannelBindings',
    },
  },
  Parameter: { words: 'a parameter', fields: { description: 'string', schema: '&Schema', location: 'string' } },
  Operation: {
    words: 'an operation',
    fields: {
      operationId: 'string',
      summary: 'string',
      description: 'string',
      security: '[Security]',
      tags: '[Tag]',
      externalDocs: 'ExternalDocs',
      bindings: '&OperationBindings',
      traits: '[&OperationTrait]',
      message: '&Message',
    },
  },
  Message: {
    words: 'a message',
    fields: { ...message, messageId: 'string', schemaFormat: 'string', traits: '[&MessageTrait]', oneOf: '[&Message]' },
  },
  MessageTrait: { words: 'a message trait', fields: { ...messageTrait, messageId: 'string', schemaFormat: 'string' } },
  OperationTrait: {
    words: 'an operation trait',
    fields: {
      operationId: 'string',
      summary: 'string',
      description: 'string',
      security: '[Security]',
      tags: '[Tag]',
      externalDocs: 'ExternalDocs',
      bindings: '&OperationBindings',
    },
  },
  Security: {
    words: 'a security requirement',
    fields: {},
    others: { pattern: /./, type: '[string]', words: 'the name of a security scheme' },
  },
  Components: {
    words: 'components',
    fields: {
      schemas: '{any}',
      servers: '{&Server}',
      serverVariables: '{&ServerVariable}',
      channels: '{&Channel}',
      messages: '{&Message}',
      securitySchemes: '{&SecurityScheme}',
      parameters: '{&Parameter}',
      correlationIds: '{&CorrelationId}',
      operationTraits: '{&OperationTrait}',
      messageTraits: '{&MessageTrait}',
      serverBindings: '{&ServerBindings}',
      channelBindings: '{&ChannelBindings}',
      operationBindings: '{&OperationBindings}',
      messageBindings: '{&MessageBindings}',
    },
  },
};

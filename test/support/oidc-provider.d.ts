/** What the tests use of oidc-provider, which publishes no types. */
declare module 'oidc-provider' {
  import type { IncomingMessage, ServerResponse } from 'node:http';

  interface TokenClient {
    readonly clientId: string;
    grantTypeAllowed(grant: string): boolean;
  }
  interface TokenContext {
    status: number;
    body: unknown;
    set(headers: Readonly<Record<string, string>>): void;
    readonly oidc: {
      readonly client: TokenClient;
      readonly params: Readonly<Record<string, string | undefined>>;
    };
  }
  export default class Provider {
    constructor(issuer: string, configuration: object);
    callback(): (request: IncomingMessage, response: ServerResponse) => void;
    registerGrantType(name: string, handler: (context: TokenContext) => Promise<void>, parameters: string[]): void;
    readonly AccessToken: new (
      properties: object,
    ) => {
      resourceServer: unknown;
      readonly expiration: number;
      save(): Promise<string>;
    };
    readonly ResourceServer: new (
      identifier: string,
      info: object,
    ) => unknown;
    readonly Grant: { find(id: string): Promise<object | undefined> };
  }
  type Failure = new (description?: string) => Error;
  export const errors: Readonly<Record<'InvalidRequest' | 'InvalidTarget' | 'InvalidScope', Failure>>;
}

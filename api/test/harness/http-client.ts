export interface HttpResponse<Body = unknown> {
  status: number;
  headers: Headers;
  /** Parsed if it is JSON, otherwise text. */
  body: Body;
}

export interface RequestOptions {
  /** Overrides the headers of the client; undefined removes a header. */
  headers?: Record<string, string | undefined>;
}

/** An HTTP client that behaves like one browser session: it keeps cookies and sends the Origin header. */
export class HttpClient {
  private readonly cookies = new Map<string, string>();

  constructor(readonly baseUrl: string) {}

  get<Body = unknown>(path: string, options?: RequestOptions): Promise<HttpResponse<Body>> {
    return this.send('GET', path, undefined, options);
  }

  post<Body = unknown>(path: string, body?: unknown, options?: RequestOptions): Promise<HttpResponse<Body>> {
    return this.send('POST', path, body, options);
  }

  put<Body = unknown>(path: string, body?: unknown, options?: RequestOptions): Promise<HttpResponse<Body>> {
    return this.send('PUT', path, body, options);
  }

  patch<Body = unknown>(path: string, body?: unknown, options?: RequestOptions): Promise<HttpResponse<Body>> {
    return this.send('PATCH', path, body, options);
  }

  delete<Body = unknown>(
    path: string,
    body?: unknown,
    options?: RequestOptions,
  ): Promise<HttpResponse<Body>> {
    return this.send('DELETE', path, body, options);
  }

  /** Returns the value of a cookie that the server has set. */
  cookie(name: string): string | undefined {
    return this.cookies.get(name);
  }

  /** Returns the complete Cookie header, for requests made without this client. */
  cookieHeader(): string {
    return [...this.cookies].map(([name, value]) => `${name}=${value}`).join('; ');
  }

  /** Sends a request. Bytes, text and forms are sent as they are, anything else as JSON. */
  async send<Body>(
    method: string,
    path: string,
    body: unknown,
    options: RequestOptions = {},
  ): Promise<HttpResponse<Body>> {
    const response = await fetch(new URL(path, this.baseUrl), {
      method,
      headers: this.headers(method, body, options.headers ?? {}),
      redirect: 'manual',
      ...(body === undefined ? {} : { body: isRaw(body) ? body : JSON.stringify(body) }),
    });
    response.headers.getSetCookie().forEach((line) => this.storeCookie(line));
    return { status: response.status, headers: response.headers, body: (await bodyOf(response)) as Body };
  }

  private headers(method: string, body: unknown, own: Record<string, string | undefined>): Headers {
    const headers = new Headers({ accept: 'application/json' });
    if (method !== 'GET' && method !== 'HEAD') headers.set('origin', new URL(this.baseUrl).origin);
    if (body !== undefined && !isRaw(body)) headers.set('content-type', 'application/json');
    if (this.cookies.size > 0) headers.set('cookie', this.cookieHeader());
    for (const [name, value] of Object.entries(own)) {
      if (value === undefined) headers.delete(name);
      else headers.set(name, value);
    }
    return headers;
  }

  private storeCookie(line: string): void {
    const [pair = '', ...attributes] = line.split(';').map((part) => part.trim());
    const at = pair.indexOf('=');
    const name = pair.slice(0, at);
    if (attributes.some(isExpired)) this.cookies.delete(name);
    else this.cookies.set(name, pair.slice(at + 1));
  }
}

function isExpired(attribute: string): boolean {
  const [name = '', value = ''] = attribute.toLowerCase().split('=');
  if (name === 'max-age') return Number(value) <= 0;
  return name === 'expires' && Date.parse(value) <= Date.now();
}

function isRaw(body: unknown): body is string | Uint8Array<ArrayBuffer> | FormData | Blob {
  return (
    typeof body === 'string' || body instanceof Uint8Array || body instanceof FormData || body instanceof Blob
  );
}

async function bodyOf(response: Response): Promise<unknown> {
  const text = await response.text();
  if (!/[/+]json/.test(response.headers.get('content-type') ?? '') || text === '') return text;
  return JSON.parse(text);
}

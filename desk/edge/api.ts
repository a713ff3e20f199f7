// The desk's calls to the gateway that serves it. The session is a cookie that no script reads; the header says that the
// request is this page's own.

/** A refusal, with words that the gateway has for it. */
export class ApiError extends Error {
  override readonly name = 'ApiError';
  /** 0: no answer came. */
  readonly status: number;
  /** The password was right, and a code of the second factor is missing or wrong. */
  readonly needsCode: boolean;

  constructor(status: number, message: string, needsCode = false) {
    super(message);
    this.status = status;
    this.needsCode = needsCode;
  }
}

export interface Api {
  /** @throws ApiError */
  call<Reply>(method: string, path: string, body?: unknown): Promise<Reply>;
  /** A reply that is read as it comes. @throws ApiError */
  open(path: string, signal: AbortSignal): Promise<Response>;
}

export interface ApiParts {
  fetch: typeof fetch;
  /** Told of a 401: nobody is signed in any more. */
  onSignedOut: () => void;
}

/** UTF-16 units of JSON; each may be three bytes, of 64 KiB. */
const MAX_KEPT_ALIVE = 20_000;
const HEADERS = { 'X-Bellhop-Desk': '1' };

export function createApi({ fetch, onSignedOut }: ApiParts): Api {
  return {
    async call<Reply>(method: string, path: string, body?: unknown) {
      const response = await send(path, {
        method,
        headers: body === undefined ? HEADERS : { ...HEADERS, 'Content-Type': 'application/json' },
        ...(body === undefined ? {} : { body: JSON.stringify(body), ...keptAlive(path, body) }),
      });
      if (response.status === 204) return undefined as Reply;
      return (await response.json().catch(() => {
        throw new ApiError(0, 'The reply broke off.');
      })) as Reply;
    },
    open: (path, signal) => send(path, { headers: HEADERS, signal }),
  };

  /** What somebody has said, and that they are gone, goes also where the page is just being left; browsers take so many bytes then. */
  function keptAlive(path: string, body: unknown): { keepalive?: boolean } {
    const isSaid =
      /\/(?:messages|presence)$/.test(path) && JSON.stringify(body).length < MAX_KEPT_ALIVE;
    return isSaid ? { keepalive: true } : {};
  }

  async function send(path: string, init: RequestInit): Promise<Response> {
    const response = await fetch(path, {
      ...init,
      credentials: 'same-origin',
      referrerPolicy: 'no-referrer',
      redirect: 'error',
      cache: 'no-store',
    }).catch(() => {
      throw new ApiError(0, 'The gateway doesn’t answer.');
    });
    if (response.ok) return response;
    const reply = (await response.json().catch(() => null)) as {
      error?: { message?: unknown };
      second_factor?: unknown;
    } | null;
    const message = reply?.error?.message;
    if (response.status === 401 && !path.includes('/sign-in')) onSignedOut();
    throw new ApiError(
      response.status,
      typeof message === 'string' ? message : `The gateway refused (${response.status}).`,
      reply?.second_factor === true,
    );
  }
}

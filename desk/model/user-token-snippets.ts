// How an owner's server says who is signed in: a JSON Web Token (HS256) by the site's secret, in ten lines of each language's
// standard library. A test runs them. The secret comes from the environment; a token lives for twelve hours, of at most 24.

export interface UserTokenSnippet {
  label: string;
  code: string;
}

/** Of the owner's server; the desk itself reads none. */
const CLOCK = 'Date.now()';

const NODE = `import { createHmac } from 'node:crypto';

export function userToken({ id, name, email }) {
  const part = (value) => Buffer.from(JSON.stringify(value)).toString('base64url');
  const exp = Math.floor(${CLOCK} / 1000) + 12 * 3600;
  const body = \`\${part({ alg: 'HS256', typ: 'JWT' })}.\${part({ sub: String(id), name, email, exp })}\`;
  const hmac = createHmac('sha256', process.env.BELLHOP_USER_SECRET).update(body);
  return \`\${body}.\${hmac.digest('base64url')}\`;
}`;

const PHP = `function bellhop_user_token($id, $name, $email) {
    $part = fn($bytes) => rtrim(strtr(base64_encode($bytes), '+/', '-_'), '=');
    $body = $part(json_encode(['alg' => 'HS256', 'typ' => 'JWT'])) . '.' . $part(json_encode([
        'sub' => (string) $id, 'name' => $name, 'email' => $email, 'exp' => time() + 12 * 3600,
    ]));
    $secret = getenv('BELLHOP_USER_SECRET');
    return $body . '.' . $part(hash_hmac('sha256', $body, $secret, true));
}`;

const PYTHON = `import base64, hashlib, hmac, json, os, time

def user_token(id, name, email):
    part = lambda data: base64.urlsafe_b64encode(data).rstrip(b"=").decode()
    claims = {"sub": str(id), "name": name, "email": email, "exp": int(time.time()) + 12 * 3600}
    head = {"alg": "HS256", "typ": "JWT"}
    body = ".".join(part(json.dumps(value).encode()) for value in (head, claims))
    secret = os.environ["BELLHOP_USER_SECRET"].encode()
    return body + "." + part(hmac.new(secret, body.encode(), hashlib.sha256).digest())`;

const RUBY = `require "json"
require "openssl"

def user_token(id, name, email)
  part = ->(bytes) { [bytes].pack("m0").tr("+/", "-_").delete("=") }
  claims = { sub: id.to_s, name: name, email: email, exp: Time.now.to_i + 12 * 3600 }
  head = { alg: "HS256", typ: "JWT" }
  body = [head, claims].map { |value| part.call(JSON.generate(value)) }.join(".")
  secret = ENV.fetch("BELLHOP_USER_SECRET")
  "#{body}.#{part.call(OpenSSL::HMAC.digest("SHA256", secret, body))}"
end`;

export const USER_TOKEN_SNIPPETS = {
  node: { label: 'Node', code: NODE },
  php: { label: 'PHP', code: PHP },
  python: { label: 'Python', code: PYTHON },
  ruby: { label: 'Ruby', code: RUBY },
} as const satisfies Readonly<Record<string, UserTokenSnippet>>;
export type UserTokenLanguage = keyof typeof USER_TOKEN_SNIPPETS;

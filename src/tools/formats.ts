// What JSON Schema's `format` checks: dates, addresses, links. Loaded with the first call whose schema names a format,
// which few do: the build takes these checks out of the validator (scripts/build/trim-validator.ts).

export { format } from '@cfworker/json-schema';

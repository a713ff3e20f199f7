// A person of the desk as the kernel sees one: who was let in by the desk's cookie, and in which role. The desk itself finds the
// person; the kernel only asks for the role.

export type DeskRole = 'owner' | 'agent';

/** The person whose desk session a request shows. */
export interface DeskCaller {
  person_id: string;
  name: string;
  /** A small picture as a data: address; null: none. */
  picture: string | null;
  role: DeskRole;
  /** Null: the admin key itself was shown. */
  desk_session_id: string | null;
}

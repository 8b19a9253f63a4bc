import { endpointsByNoun } from "./nouns.ts";

type EndpointsByNoun = typeof endpointsByNoun;
type IntersectionOf<Union> = (Union extends unknown ? (all: Union) => void : never) extends (
  all: infer All,
) => void
  ? All
  : never;
type Flatten<Type> = { readonly [Name in keyof Type]: Type[Name] };

/** Every endpoint by operation name. */
export const catalog = Object.assign({}, ...Object.values(endpointsByNoun)) as Flatten<
  IntersectionOf<EndpointsByNoun[keyof EndpointsByNoun]>
>;

export type Catalog = typeof catalog;
export type OperationName = keyof Catalog;

/** Indexed by key, because looking for each key in the whole catalog exceeds TypeScript's limit. */
type EndpointsByKey = {
  readonly [
    Name in OperationName as `${Catalog[Name]["method"]} ${Catalog[Name]["path"]}`
  ]: Catalog[Name];
};

/** The key of an endpoint in the web client, such as `"GET /api/home"`. An unknown key is a type error. */
export type EndpointKey = keyof EndpointsByKey;

/** Keys of endpoints that return JSON. */
export type JsonKey = {
  [Name in OperationName]: Catalog[Name] extends { readonly output: string }
    ? never
    : `${Catalog[Name]["method"]} ${Catalog[Name]["path"]}`;
}[OperationName];

/** Keys of endpoints that return a file, text or a redirect. */
export type FileKey = Exclude<EndpointKey, JsonKey>;

/** Keys of paginated lists. */
export type ListKey = {
  [Name in OperationName]: Catalog[Name] extends { readonly list: object }
    ? `GET ${Catalog[Name]["path"]}`
    : never;
}[OperationName];

export type EndpointAt<Key extends EndpointKey> = EndpointsByKey[Key];

declare module "zipcodes" {
  interface Place {
    readonly zip: string;
    readonly city: string;
    /** Two letters; AA, AE and AP for military mail. */
    readonly state: string;
    readonly latitude: number;
    readonly longitude: number;
  }
  const zipcodes: {
    lookup(zip: string): Place | undefined;
    lookupByState(state: string): readonly Place[];
  };
  export default zipcodes;
}

declare module "zipcodes" {
  interface Place {
    readonly zip: string;
    readonly city: string;
    /** Two letters; AA, AE and AP for military mail. */
    readonly state: string;
  }
  const zipcodes: { lookup(zip: string): Place | undefined };
  export default zipcodes;
}

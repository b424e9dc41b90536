/** One rule, broken. */
export interface Mutation {
  /** The rule that the mutation breaks. */
  rule: string;
  /** Path below src/. */
  file: string;
  from: string;
  to: string;
  /** The test that has to fail, when it is not the model test: a name in tests/sync, or a path. */
  test?: string;
}

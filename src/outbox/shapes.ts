/**
 * The parts that payload schemas are made of. Schemas are functions of these parts, so that a screen that imports a
 * kind for its optimistic effect does not load zod: only code that reads the queue does.
 */
import {
  array,
  boolean,
  looseObject,
  nullable,
  number,
  object,
  enum as oneOf,
  optional,
  record,
  string,
  unknown,
  type ZodMiniType,
} from 'zod/mini';

export const SHAPES = {
  array,
  boolean,
  looseObject,
  nullable,
  number,
  object,
  oneOf,
  optional,
  record,
  string,
  unknown,
} as const;

export type Shapes = typeof SHAPES;
export type Shape<P> = ZodMiniType<P>;
/** The payload type that a schema describes. */
export type PayloadIn<S extends (z: Shapes) => ZodMiniType> = ReturnType<S>['_zod']['output'];

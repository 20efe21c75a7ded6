export { startEsbuild } from '../esbuild-process.ts';
export {
  type CompiledSnippet,
  createEvaluator,
  type EvaluatedPage,
  type Evaluator,
  type EvaluatorOptions,
  type IslandRef,
  type ProgramPage,
} from './evaluator.ts';
export { createWorkerPool, type WorkerPool } from './worker-pool.ts';

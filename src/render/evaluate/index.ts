export {
  type CompiledSnippet,
  createEvaluator,
  type EvaluatedPage,
  type Evaluator,
  type EvaluatorOptions,
  type ProgramPage,
} from './evaluator.ts';

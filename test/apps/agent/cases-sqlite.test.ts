import { describeQuickCases } from './cases/quick-cases.ts';

describeQuickCases('sqlite');

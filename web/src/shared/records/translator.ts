import type { FlatNamespace, TFunction } from 'i18next';

/** `t` with the texts of records, the shell and the namespaces in `More`. */
export type RecordTranslator<More extends FlatNamespace = never> = TFunction<['observations', 'common', ...More[]]>;

import {
  createColumnHelper,
  metaHelper,
  type RowData,
  rowSortingFeature,
  type TableOptions,
  tableFeatures,
} from '@tanstack/react-table';

/** Rows arrive sorted and paged by the server, so no row model but the core one is built in. */
export const features = tableFeatures({
  rowSortingFeature,
  columnMeta: metaHelper<{
    /** Right-aligned. */
    isNumeric?: boolean;
    /** Stays in view at the end of the row while the others scroll under it. */
    isPinned?: boolean;
  }>(),
});

export type Features = typeof features;
export type Columns<Row extends RowData> = TableOptions<Features, Row>['columns'];

/** The helper with which a screen writes its columns down. */
export function columnsOf<Row extends RowData>() {
  return createColumnHelper<Features, Row>();
}

export interface Order {
  /** A column's id. */
  column: string;
  dir: 'asc' | 'desc';
}

/** Ids in the order of the columns, which is the order that the wire counts them in. */
export function columnIds<Row extends RowData>(columns: Columns<Row>): string[] {
  return columns.map((column) => {
    if (column.id) return column.id;
    return 'accessorKey' in column ? String(column.accessorKey).replaceAll('.', '_') : '';
  });
}

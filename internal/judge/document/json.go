package document

import (
	"encoding/json"
	"fmt"
	"io"
)

// object is an object of JSON.
type object map[string]any

// WriteJSON writes the document for programs: an object with each part under its key, and a table as a list of rows by
// the keys of its columns. Numbers are as they were measured.
func (d *Document) WriteJSON(w io.Writer) error {
	all := object{"kind": d.Kind, "title": d.Title, "lead": d.Lead}
	if err := all.add(d.Blocks); err != nil {
		return err
	}
	if err := all.add(d.Footer); err != nil {
		return err
	}
	e := json.NewEncoder(w)
	e.SetIndent("", "  ")
	return e.Encode(all)
}

// add puts blocks under their keys.
func (o object) add(blocks []Block) error {
	for _, b := range blocks {
		if err := o.addBlock(b); err != nil {
			return err
		}
	}
	return nil
}

func (o object) addBlock(b Block) error {
	switch b := b.(type) {
	case Paragraph:
		if texts, _ := o["text"].([]string); b.Text != "" {
			o["text"] = append(texts, b.Text)
		}
	case List:
		return o.set(b.Key, b.Items)
	case Command:
		return o.set("command", string(b))
	case Tiles:
		return o.set("tiles", b)
	case Table:
		return o.set(b.Key, b.objects())
	case Section:
		inside := object{"title": b.Title}
		if err := inside.add(b.Blocks); err != nil {
			return err
		}
		return o.set(b.Key, inside)
	}
	return nil
}

// set refuses a second block of a key: one of them would be lost.
func (o object) set(key string, value any) error {
	if _, taken := o[key]; taken || key == "" {
		return fmt.Errorf("two blocks of a document have the key %q", key)
	}
	o[key] = value
	return nil
}

// objects returns the rows by the keys of the columns.
func (t *Table) objects() []object {
	rows := make([]object, len(t.Rows))
	for i, row := range t.Rows {
		rows[i] = object{}
		for k, c := range t.Columns {
			switch cell := row[k]; {
			case c.Key == "":
			case cell.Raw != nil:
				rows[i][c.Key] = cell.Raw
			default:
				rows[i][c.Key] = cell.Text
			}
		}
	}
	return rows
}

package vintage

// Encodes vintages for an edition: one model file each.

import (
	"bytes"
	"encoding/gob"
	"fmt"
	"slices"
	"strings"

	"github.com/gevel/gevel/internal/edition"
)

// suffix ends the names of the model files that are vintages.
const suffix = ".vintage"

// EncodeAll returns the model files of an edition for vintages.
func EncodeAll(vintages []*Vintage) (map[string][]byte, error) {
	files := map[string][]byte{}
	for _, v := range vintages {
		content, err := v.Encode()
		if err != nil {
			return nil, err
		}
		files[v.AsOf.String()+suffix] = content
	}
	return files, nil
}

// ReadAll reads the vintages of an edition, ascending by date; at least one. Errors name the
// file that is wrong. s are the edition's sales.
func ReadAll(e *edition.Edition, s *Sales) ([]*Vintage, error) {
	var vintages []*Vintage
	for _, name := range e.Models() {
		if !strings.HasSuffix(name, suffix) {
			continue
		}
		content, _ := e.Model(name)
		v, err := Decode(content, s)
		if err != nil {
			return nil, fmt.Errorf("edition %s: model %s can't be used: %w", e.ID(), name, err)
		}
		vintages = append(vintages, v)
	}
	if len(vintages) == 0 {
		return nil, fmt.Errorf("edition %s holds no model", e.ID())
	}
	slices.SortFunc(vintages, func(a, b *Vintage) int { return int(a.AsOf - b.AsOf) })
	return vintages, nil
}

// Encode returns the vintage as bytes, the same for the same vintage.
func (v *Vintage) Encode() ([]byte, error) {
	var b bytes.Buffer
	if err := gob.NewEncoder(&b).Encode(v); err != nil {
		return nil, fmt.Errorf("encode vintage %s: %w", v.AsOf, err)
	}
	return b.Bytes(), nil
}

// Decode reads what Encode wrote, checks that it fits the sales, and prepares it.
func Decode(content []byte, s *Sales) (*Vintage, error) {
	v := &Vintage{}
	if err := gob.NewDecoder(bytes.NewReader(content)).Decode(v); err != nil {
		return nil, err
	}
	if err := v.Check(s.Sales); err != nil {
		return nil, err
	}
	v.Prepare(s)
	return v, nil
}

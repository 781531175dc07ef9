package workbook

import (
	"encoding/xml"
	"math"
)

// texts are the shared texts of a workbook, in one piece of memory.
type texts struct {
	all  []byte
	ends []uint32
}

func (t *texts) add(s string) {
	t.all = append(t.all, s...)
	t.ends = append(t.ends, uint32(len(t.all)))
}

// at returns a text; ok is false when there is none.
func (t *texts) at(i int) (s string, ok bool) {
	if i < 0 || i >= len(t.ends) {
		return "", false
	}
	begin := uint32(0)
	if i > 0 {
		begin = t.ends[i-1]
	}
	return string(t.all[begin:t.ends[i]]), true
}

// readStrings reads the shared texts, which a workbook may lack.
func (b *book) readStrings() error {
	m := memberNamed(b.members, "xl/sharedStrings.xml")
	if m == nil {
		return nil
	}
	r, err := openPart(m, min(mostStrings, math.MaxUint32))
	if err != nil {
		return err
	}
	defer r.Close()
	for {
		r.bound.left = mostItem
		token, err := r.next()
		if err != nil {
			return r.ended(err)
		}
		if e, ok := token.(xml.StartElement); ok && e.Name.Local == "si" {
			text, err := r.text("t")
			if err != nil {
				return r.ended(err)
			}
			b.texts.add(text)
		}
	}
}

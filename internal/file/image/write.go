package image

import (
	"encoding/binary"
	"errors"
	"fmt"
	"hash/crc32"
	"io"
	"reflect"
	"unsafe"
)

// Write writes an image of what of points to, under a key that names what it is derived from. Error: it holds a
// function, an interface or a channel in a field that is not tagged `image:"-"`.
func Write(to io.Writer, key []byte, of any) error {
	v := reflect.ValueOf(of).Elem()
	w := &writer{to: to, numbers: map[place]uint64{}}
	if err := w.value(v); err != nil {
		return err
	}
	end := footerOf(key, v.Type())
	end.Data, end.Text = w.at, int64(len(w.text))
	w.add(w.text)
	w.endBlock()
	_, err := to.Write(append(w.sums, end.bytes(w.sums)...))
	return errors.Join(w.err, err)
}

// writer writes data as they come and gathers the description.
type writer struct {
	to      io.Writer
	err     error // the first
	at      int64 // bytes of data
	block   []byte
	sums    []byte // of the blocks that are written
	text    []byte
	numbers map[place]uint64 // of what pointers lead to, from 1
}

// add adds bytes to the blocks.
func (w *writer) add(b []byte) {
	w.at += int64(len(b))
	for len(b) > 0 {
		n := min(len(b), blockBytes-len(w.block))
		w.block, b = append(w.block, b[:n]...), b[n:]
		if len(w.block) == blockBytes {
			w.endBlock()
		}
	}
}

func (w *writer) endBlock() {
	if len(w.block) == 0 {
		return
	}
	w.sums = binary.LittleEndian.AppendUint32(w.sums, crc32.Checksum(w.block, castagnoli))
	if w.err == nil {
		_, w.err = w.to.Write(w.block)
	}
	w.block = w.block[:0]
}

// place is where a pointer of a type leads to.
type place struct {
	at unsafe.Pointer
	of reflect.Type
}

func (w *writer) number(n uint64) { w.text = binary.AppendUvarint(w.text, n) }

func (w *writer) string(s string) {
	w.number(uint64(len(s)))
	w.text = append(w.text, s...)
}

// value writes a value that has an address.
func (w *writer) value(v reflect.Value) error {
	if isFlat(v.Type()) {
		w.text = append(w.text, raw(v.Addr().UnsafePointer(), v.Type(), 1)...)
		return nil
	}
	if v.Type() == builder {
		w.string(string(field(v, builderBytes).Bytes()))
		return nil
	}
	switch v.Kind() {
	case reflect.String:
		w.string(v.String())
	case reflect.Slice:
		return w.slice(v)
	case reflect.Array:
		return w.each(v)
	case reflect.Map:
		return w.pairs(v)
	case reflect.Pointer:
		return w.pointer(v)
	case reflect.Struct:
		for f, i := range kept(v.Type()) {
			if err := w.value(field(v, i)); err != nil {
				return fmt.Errorf("%s: %w", f.Name, err)
			}
		}
	default:
		return fmt.Errorf("an image can't hold a %s", v.Type())
	}
	return nil
}

func (w *writer) slice(v reflect.Value) error {
	if v.IsNil() {
		w.number(0)
		return nil
	}
	w.number(uint64(v.Len()) + 1)
	if !isFlat(v.Type().Elem()) {
		return w.each(v)
	}
	w.add(make([]byte, -w.at&(align-1)))
	w.number(uint64(w.at))
	w.add(raw(v.UnsafePointer(), v.Type().Elem(), v.Len()))
	return nil
}

func (w *writer) each(v reflect.Value) error {
	for i := range v.Len() {
		if err := w.value(v.Index(i)); err != nil {
			return err
		}
	}
	return nil
}

func (w *writer) pairs(v reflect.Value) error {
	if v.IsNil() {
		w.number(0)
		return nil
	}
	w.number(uint64(v.Len()) + 1)
	for pairs := v.MapRange(); pairs.Next(); {
		for _, part := range [...]reflect.Value{pairs.Key(), pairs.Value()} {
			there := reflect.New(part.Type()).Elem()
			there.Set(part)
			if err := w.value(there); err != nil {
				return err
			}
		}
	}
	return nil
}

// pointer writes what a pointer leads to, or the number of a pointer that leads there too.
func (w *writer) pointer(v reflect.Value) error {
	if v.IsNil() {
		w.number(0)
		return nil
	}
	at := place{v.UnsafePointer(), v.Type()}
	if n, ok := w.numbers[at]; ok {
		w.number(n)
		return nil
	}
	w.numbers[at] = uint64(len(w.numbers)) + 1
	w.number(uint64(len(w.numbers)))
	return w.value(v.Elem())
}

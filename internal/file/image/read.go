package image

import (
	"bytes"
	"encoding/binary"
	"errors"
	"fmt"
	"hash/crc32"
	"io"
	"io/fs"
	"os"
	"reflect"
	"runtime"
	"sync/atomic"
	"unsafe"

	"golang.org/x/sync/errgroup"

	"github.com/gevel/gevel/internal/file/regular"
)

// Open fills what of points to from the image at path, whose every byte it checks. What is filled may be used for as
// long as the Image is reachable; who opens the file again shares it. Error, and nothing is filled: ErrOther; the file
// can't be read, or is damaged.
func Open(path string, key []byte, of any) (*Image, error) {
	f, err := regular.Open(path)
	if err != nil {
		return nil, err
	}
	defer f.Close()
	v := reflect.ValueOf(of).Elem()
	info, err := f.Stat()
	if err != nil {
		return nil, err
	}
	end, sums, err := readFooter(f, info.Size(), footerOf(key, v.Type()))
	if err != nil {
		return nil, err
	}
	i := openAs(info, end)
	if i == nil {
		if i, err = mapImage(f, info, end, sums); err != nil {
			return nil, err
		}
	}
	text := unsafe.String(unsafe.SliceData(i.text), len(i.text)) //nolint:gosec // it is never written again
	r := &reader{data: i.data.data[:end.Data], text: text}
	read := reflect.New(v.Type()).Elem()
	if err := r.value(read); err != nil || r.text != "" {
		return nil, errors.Join(errDamaged, err)
	}
	v.Set(read)
	return i, nil
}

// mapImage maps an image and checks its blocks.
func mapImage(f *os.File, as fs.FileInfo, end footer, sums []byte) (*Image, error) {
	data, err := mapFile(f, int(end.Data+end.Text))
	if err != nil {
		return nil, err
	}
	o := &opened{path: f.Name(), as: as, end: end, data: data, text: make([]byte, end.Text)}
	if err := checkBlocks(data.checked(f), end, sums, o.text); err != nil {
		data.release()
		return nil, err
	}
	return newImage(o), nil
}

var errDamaged = errors.New("the image is damaged")

// readFooter returns the footer of an image, which must be as another but for its sizes, and the blocks' checksums.
func readFooter(f io.ReaderAt, size int64, want footer) (end footer, sums []byte, err error) {
	last := make([]byte, footerBytes)
	if size < int64(footerBytes) {
		return end, nil, ErrOther
	}
	if _, err := f.ReadAt(last, size-int64(footerBytes)); err != nil {
		return end, nil, err
	}
	if _, err := binary.Decode(last, binary.LittleEndian, &end); err != nil {
		return end, nil, err
	}
	want.Data, want.Text, want.Sums = end.Data, end.Text, end.Sums
	most := size - int64(footerBytes)
	if end != want || end.Data < 0 || end.Text < 0 || end.Data > most || end.Text > most-end.Data ||
		end.Data+end.Text+4*end.blocks() != most {
		return end, nil, ErrOther
	}
	sums = make([]byte, 4*end.blocks())
	if _, err := f.ReadAt(sums, end.Data+end.Text); err != nil {
		return end, nil, err
	}
	if !bytes.Equal(last, end.bytes(sums)) {
		return end, nil, errDamaged
	}
	return end, sums, nil
}

// checkBlocks checks the blocks of an image, several at a time, and fills text with the description.
func checkBlocks(f io.ReaderAt, end footer, sums, text []byte) error {
	var group errgroup.Group
	var next atomic.Int64
	for range runtime.GOMAXPROCS(0) {
		group.Go(func() error {
			room := make([]byte, blockBytes)
			for i := next.Add(1) - 1; i < end.blocks(); i = next.Add(1) - 1 {
				from := i * blockBytes
				block := room[:min(blockBytes, end.Data+end.Text-from)]
				if _, err := f.ReadAt(block, from); err != nil {
					return err
				}
				if crc32.Checksum(block, castagnoli) != binary.LittleEndian.Uint32(sums[4*i:]) {
					return fmt.Errorf("%w: the bytes from %d on differ from their checksum", errDamaged, from)
				}
				if to := from + int64(len(block)); to > end.Data {
					copy(text[max(0, from-end.Data):], block[max(0, end.Data-from):])
				}
			}
			return nil
		})
	}
	return group.Wait()
}

// reader fills a value from data and what is left of the description. Sizes are checked before memory is allocated.
type reader struct {
	data     []byte
	text     string
	pointers []reflect.Value
}

// take returns the next bytes of the description.
func (r *reader) take(n int) (string, error) {
	if n < 0 || n > len(r.text) {
		return "", errDamaged
	}
	next := r.text[:n]
	r.text = r.text[n:]
	return next, nil
}

// number returns a number of at most so much.
func (r *reader) number(most int) (int, error) {
	v, n := binary.Uvarint([]byte(r.text[:min(len(r.text), binary.MaxVarintLen64)]))
	if n <= 0 || v > uint64(most) {
		return 0, errDamaged
	}
	r.text = r.text[n:]
	return int(v), nil
}

func (r *reader) string() (string, error) {
	n, err := r.number(len(r.text))
	if err != nil {
		return "", err
	}
	return r.take(n)
}

// value fills a value that may be set.
func (r *reader) value(v reflect.Value) error {
	if isFlat(v.Type()) {
		b, err := r.take(int(v.Type().Size()))
		copy(raw(v.Addr().UnsafePointer(), v.Type(), 1), b)
		return err
	}
	if v.Type() == builder {
		s, err := r.string()
		field(v, builderBytes).SetBytes(unsafe.Slice(unsafe.StringData(s), len(s))) //nolint:gosec // a builder writes behind it
		return err
	}
	switch v.Kind() {
	case reflect.String:
		s, err := r.string()
		v.SetString(s)
		return err
	case reflect.Slice:
		return r.slice(v)
	case reflect.Array:
		return r.each(v)
	case reflect.Map:
		return r.pairs(v)
	case reflect.Pointer:
		return r.pointer(v)
	case reflect.Struct:
		for _, i := range kept(v.Type()) {
			if err := r.value(field(v, i)); err != nil {
				return err
			}
		}
	}
	return nil
}

func (r *reader) slice(v reflect.Value) error {
	t, most := v.Type(), len(r.text)
	if isFlat(t.Elem()) {
		most = len(r.data) / max(1, int(t.Elem().Size()))
	}
	n, err := r.number(most + 1)
	if err != nil || n == 0 {
		return err
	}
	n--
	if !isFlat(t.Elem()) {
		v.Set(reflect.MakeSlice(t, n, n))
		return r.each(v)
	}
	size := n * int(t.Elem().Size())
	at, err := r.number(len(r.data) - size)
	if err != nil || at%align != 0 {
		return errDamaged
	}
	if size == 0 {
		v.Set(reflect.MakeSlice(t, n, n))
		return nil
	}
	v.Set(reflect.SliceAt(t.Elem(), unsafe.Pointer(&r.data[at]), n).Slice3(0, n, n)) //nolint:gosec // within data, aligned
	return nil
}

func (r *reader) each(v reflect.Value) error {
	for i := range v.Len() {
		if err := r.value(v.Index(i)); err != nil {
			return err
		}
	}
	return nil
}

func (r *reader) pairs(v reflect.Value) error {
	n, err := r.number(len(r.text) + 1)
	if err != nil || n == 0 {
		return err
	}
	v.Set(reflect.MakeMap(v.Type()))
	for range n - 1 {
		key, value := reflect.New(v.Type().Key()).Elem(), reflect.New(v.Type().Elem()).Elem()
		if err := errors.Join(r.value(key), r.value(value)); err != nil {
			return err
		}
		v.SetMapIndex(key, value)
	}
	return nil
}

func (r *reader) pointer(v reflect.Value) error {
	n, err := r.number(len(r.pointers) + 1)
	if err != nil || n == 0 {
		return err
	}
	if n <= len(r.pointers) {
		if r.pointers[n-1].Type() != v.Type() {
			return errDamaged
		}
		v.Set(r.pointers[n-1])
		return nil
	}
	made := reflect.New(v.Type().Elem())
	v.Set(made)
	r.pointers = append(r.pointers, made)
	return r.value(made.Elem())
}

package parquetfile

import (
	"encoding/binary"
	"errors"
)

// Footers and heads of pages are structs of Thrift's compact protocol. The library that reads them takes memory for
// what they claim, so each is looked through before: an element of a list takes a byte at least.

// The kinds of values.
const (
	kindTruths = 2 // true and false
	kindByte   = 3
	kindDouble = 7
	kindBinary = 8
	kindList   = 9
	kindSet    = 10
	kindMap    = 11
	kindStruct = 12
)

// mostNested is how deep structs and lists may lie in each other; what Parquet needs is some ten deep.
const mostNested = 32

var (
	errShort  = errors.New("it is cut short")
	errNested = errors.New("its footer is nested too deep")
	errThrift = errors.New("its footer is none")
	errClaim  = errors.New("its footer claims more than it has")
)

// skim is a struct that is looked through; an error stays.
type skim struct {
	data []byte
	at   int
	deep int
	err  error
}

// structSize returns how many bytes the struct takes with which data begins.
func structSize(data []byte) (int, error) {
	s := skim{data: data}
	s.skip(kindStruct)
	return s.at, s.err
}

func (s *skim) fail(err error) {
	if s.err == nil {
		s.err, s.at = err, len(s.data)
	}
}

func (s *skim) take(n uint64) []byte {
	if n > uint64(len(s.data)-s.at) {
		s.fail(errShort)
		return []byte{0}
	}
	s.at += int(n)
	return s.data[s.at-int(n) : s.at]
}

// uint reads a number without a sign, or passes over one with a sign, which is as long.
func (s *skim) uint() uint64 {
	v, n := binary.Uvarint(s.data[s.at:])
	if n <= 0 {
		s.fail(errShort)
		return 0
	}
	s.at += n
	return v
}

// skip reads over a value.
func (s *skim) skip(kind byte) {
	if s.deep++; s.deep > mostNested {
		s.fail(errNested)
	}
	defer func() { s.deep-- }()
	switch kind {
	case kindTruths - 1, kindTruths:
	case kindByte:
		s.take(1)
	case kindDouble:
		s.take(8)
	case kindBinary:
		s.take(s.uint())
	case kindList, kindSet:
		head := s.take(1)[0]
		n := uint64(head >> 4)
		if n == 15 {
			n = s.uint()
		}
		s.elements(n, head&0xf)
	case kindMap:
		if n := s.uint(); n > 0 {
			kinds := s.take(1)[0]
			s.elements(n, kinds>>4, kinds&0xf)
		}
	case kindStruct:
		for s.err == nil {
			head := s.take(1)[0]
			if head == 0 {
				return
			}
			if head>>4 == 0 {
				s.uint() // the number of the field
			}
			s.skip(head & 0xf)
		}
	default:
		if kind > kindStruct {
			s.fail(errThrift)
		}
		s.uint()
	}
}

// elements reads over n elements, each of values of some kinds; truths take a byte in them.
func (s *skim) elements(n uint64, kinds ...byte) {
	if n > uint64(len(s.data)-s.at) {
		s.fail(errClaim)
	}
	for ; n > 0 && s.err == nil; n-- {
		for _, kind := range kinds {
			if kind <= kindTruths {
				kind = kindByte
			}
			s.skip(kind)
		}
	}
}

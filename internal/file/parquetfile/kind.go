package parquetfile

import (
	"encoding/binary"
	"math"
	"math/big"
	"strconv"
	"strings"
	"time"

	"github.com/google/uuid"
	"github.com/parquet-go/parquet-go"
	"github.com/parquet-go/parquet-go/deprecated"
	"github.com/parquet-go/parquet-go/format"

	"github.com/gevel/gevel"
)

// write appends the text of a value.
type write func([]byte, parquet.Value) []byte

// mostText is how long a text of fixed length may be.
const mostText = 1 << 20

// writerOf returns what writes the values of a type, nil for a type that is passed over.
func writerOf(t parquet.Type) write {
	if length := t.Length(); t.Kind() == parquet.FixedLenByteArray && (length < 1 || length > mostText) {
		return nil
	}
	if logical := t.LogicalType(); logical != nil {
		switch of := logical.Value.(type) {
		case *format.DateType:
			return func(b []byte, v parquet.Value) []byte {
				return append(b, (gevel.NewDate(1970, time.January, 1) + gevel.Date(v.Int32())).String()...)
			}
		case *format.TimestampType:
			return timeWriter(t, of.Unit, timeLayout)
		case *format.TimeType:
			return timeWriter(t, of.Unit, clockLayout)
		case *format.DecimalType:
			return decimalWriter(t.Kind(), int(of.Scale))
		case *format.UUIDType:
			return func(b []byte, v parquet.Value) []byte {
				id, _ := uuid.FromBytes(v.ByteArray())
				return append(b, id.String()...)
			}
		case *format.Float16Type:
			if t.Length() != 2 {
				return nil
			}
			return func(b []byte, v parquet.Value) []byte {
				return appendNumber(b, half(binary.LittleEndian.Uint16(v.ByteArray())), 32)
			}
		case *format.IntType:
			if !of.IsSigned {
				return func(b []byte, v parquet.Value) []byte { return strconv.AppendUint(b, v.Uint64(), 10) }
			}
		}
	}
	switch t.Kind() {
	case parquet.Boolean:
		return func(b []byte, v parquet.Value) []byte { return strconv.AppendBool(b, v.Boolean()) }
	case parquet.Int32, parquet.Int64:
		return func(b []byte, v parquet.Value) []byte { return strconv.AppendInt(b, whole(v), 10) }
	case parquet.Int96:
		return func(b []byte, v parquet.Value) []byte { return timeOf96(v.Int96()).AppendFormat(b, timeLayout) }
	case parquet.Float:
		return func(b []byte, v parquet.Value) []byte { return appendNumber(b, float64(v.Float()), 32) }
	case parquet.Double:
		return func(b []byte, v parquet.Value) []byte { return appendNumber(b, v.Double(), 64) }
	}
	return func(b []byte, v parquet.Value) []byte { return append(b, v.ByteArray()...) }
}

// isTexts reports whether values of a type are texts, which may be numbers and days in any spelling.
func isTexts(t parquet.Type) bool {
	if logical := t.LogicalType(); logical != nil {
		switch logical.Value.(type) {
		case *format.DecimalType, *format.Float16Type:
			return false
		}
	}
	return t.Kind() == parquet.ByteArray || t.Kind() == parquet.FixedLenByteArray
}

// whole returns a whole number of any kind.
func whole(v parquet.Value) int64 {
	if v.Kind() == parquet.Int32 {
		return int64(v.Int32())
	}
	return v.Int64()
}

const (
	clockLayout = "15:04:05.999999999"
	timeLayout  = "2006-01-02 " + clockLayout
)

func timeWriter(t parquet.Type, unit format.TimeUnit, layout string) write {
	if unit.Value == nil || t.Kind() != parquet.Int32 && t.Kind() != parquet.Int64 {
		return nil
	}
	per := int64(time.Second / unit.Value.Duration())
	return func(b []byte, v parquet.Value) []byte {
		n := whole(v)
		return time.Unix(n/per, n%per*int64(time.Second)/per).UTC().AppendFormat(b, layout)
	}
}

// timeOf96 reads the old form of times: nanoseconds of the day, and its Julian number.
func timeOf96(v deprecated.Int96) time.Time {
	const epoch, day = 2_440_588, 24 * 60 * 60
	return time.Unix((int64(v[2])-epoch)*day, int64(v[1])<<32|int64(v[0])).UTC()
}

// half returns a number of 16 bits.
func half(bits uint16) float64 {
	exponent, fraction := int(bits>>10&0x1f), float64(bits&0x3ff)
	v := math.Ldexp(1024+fraction, exponent-25)
	switch {
	case exponent == 0:
		v = math.Ldexp(fraction, -24)
	case exponent == 0x1f && fraction > 0:
		return math.NaN()
	case exponent == 0x1f:
		v = math.Inf(1)
	}
	if bits>>15 > 0 {
		return -v
	}
	return v
}

// appendNumber writes a number without an exponent; one that is none is unknown.
func appendNumber(b []byte, v float64, bits int) []byte {
	if v != v {
		return b
	}
	return strconv.AppendFloat(b, v, 'f', -1, bits)
}

// decimalWriter writes numbers that are stored as whole ones, with so many decimals.
func decimalWriter(kind parquet.Kind, scale int) write {
	const mostScale = 76 // of the widest decimals that databases have
	if scale < 0 || scale > mostScale {
		return nil
	}
	return func(b []byte, v parquet.Value) []byte {
		var number big.Int
		if kind == parquet.Int32 || kind == parquet.Int64 {
			number.SetInt64(whole(v))
		} else if text := v.ByteArray(); len(text) > 0 {
			if number.SetBytes(text); text[0]&0x80 != 0 { // two's complement
				number.Sub(&number, new(big.Int).Lsh(big.NewInt(1), uint(8*len(text))))
			}
		}
		if number.Sign() < 0 {
			b = append(b, '-')
		}
		digits := number.Abs(&number).String()
		if lacking := scale + 1 - len(digits); lacking > 0 {
			digits = strings.Repeat("0", lacking) + digits
		}
		if b = append(b, digits[:len(digits)-scale]...); scale == 0 {
			return b
		}
		return append(append(b, '.'), digits[len(digits)-scale:]...)
	}
}

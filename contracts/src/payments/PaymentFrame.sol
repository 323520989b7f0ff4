// SPDX-License-Identifier: UNLICENSED
pragma solidity 0.8.36;

/// @dev Where a frame starts in memory.
type Frame is uint256;

using {PaymentFrame.digest, PaymentFrame.collect} for Frame global;

/// @title Memory in which payments are hashed and collected
/// @notice What the payments of a group share is written once: type hash, domain, registry, merchant, token and payee. Encoding
/// all of it anew for each payment would cost a batch of fifty about 900 gas for each.
/// @dev 0x000 the struct to hash: type hash, payer, registry, merchant, token, amount, reference, salt or nonce (8 words);
/// 0x100 the EIP-712 message: 0x1901, domain separator, struct hash (66 bytes);
/// 0x160 the token's call: selector, from, to, value, validAfter, validBefore, nonce, v, r, s (4 bytes and 9 words).
library PaymentFrame {
    uint256 private constant SIZE = 0x2a0;
    /// @dev receiveWithAuthorization(address,address,uint256,uint256,uint256,bytes32,uint8,bytes32,bytes32)
    bytes4 private constant RECEIVE_SELECTOR = 0xef55bec6;

    /// @dev A frame for payments of one kind, registry, merchant and token.
    /// @param typeHash EIP-712 type hash of the kind
    /// @param separator Separator of the processor's EIP-712 domain
    function open(bytes32 typeHash, bytes32 separator, address registry, uint256 merchantId, address token)
        internal
        view
        returns (Frame frame)
    {
        bytes4 selector = RECEIVE_SELECTOR;
        assembly ("memory-safe") {
            frame := mload(0x40)
            mstore(0x40, add(frame, SIZE))
            mstore(frame, typeHash)
            mstore(add(frame, 0x40), registry)
            mstore(add(frame, 0x60), merchantId)
            mstore(add(frame, 0x80), token)
            mstore(add(frame, 0x100), shl(240, 0x1901))
            mstore(add(frame, 0x102), separator)
            mstore(add(frame, 0x160), selector)
            mstore(add(frame, 0x184), address())
        }
    }

    /// @dev The EIP-712 digest of one payment, which is its id.
    /// @param last Salt of a payment with one signature, nonce of one with two
    function digest(Frame frame, address payer, uint256 amount, bytes32 ref, uint256 last)
        internal
        pure
        returns (bytes32 id)
    {
        assembly ("memory-safe") {
            mstore(add(frame, 0x20), payer)
            mstore(add(frame, 0xa0), amount)
            mstore(add(frame, 0xc0), ref)
            mstore(add(frame, 0xe0), last)
            mstore(add(frame, 0x122), keccak256(frame, 0x100))
            id := keccak256(add(frame, 0x100), 0x42)
        }
    }

    /// @dev A compact signature (EIP-2098) as the token takes it: `vs` is `s` with `v - 27` in the top bit.
    function expand(bytes32 vs) internal pure returns (uint256 v, bytes32 s) {
        return ((uint256(vs) >> 255) + 27, vs << 1 >> 1);
    }

    /// @dev Calls the token's `receiveWithAuthorization` for the payment that was hashed last, with exactly `gas_`: the
    /// caller makes sure that it is there, and that the token has code: a call to an address without code succeeds.
    /// @param v With `r` and `s` the authorization's signature
    function collect(
        Frame frame,
        uint256 gas_,
        uint256 validAfter,
        uint256 validBefore,
        bytes32 nonce,
        uint256 v,
        bytes32 r,
        bytes32 s
    ) internal returns (bool collected) {
        assembly ("memory-safe") {
            mstore(add(frame, 0x164), mload(add(frame, 0x20)))
            mstore(add(frame, 0x1a4), mload(add(frame, 0xa0)))
            mstore(add(frame, 0x1c4), validAfter)
            mstore(add(frame, 0x1e4), validBefore)
            mstore(add(frame, 0x204), nonce)
            mstore(add(frame, 0x224), v)
            mstore(add(frame, 0x244), r)
            mstore(add(frame, 0x264), s)
            collected := call(gas_, mload(add(frame, 0x80)), 0, add(frame, 0x160), 0x124, 0, 0)
        }
    }
}

// SPDX-License-Identifier: UNLICENSED
pragma solidity 0.8.36;

import {IERC1271} from "@openzeppelin/contracts/interfaces/IERC1271.sol";

/// @title Signature check of the local tokens
/// @notice Tells whether an account signed a digest, by ECDSA for accounts without code and by ERC-1271 otherwise.
/// @dev A contract of its own because the public FiatToken keeps this check in an external library: a local payment
/// then costs the same accesses as a public one. Texts of the refusals are those of the public token.
contract LocalSignatureChecker {
    /// @dev Half the order of secp256k1; a higher `s` is the malleable twin of a lower one (EIP-2).
    uint256 private constant HALF_ORDER = 0x7FFFFFFFFFFFFFFFFFFFFFFFFFFFFFFF5D576E7357A4501DDFE92F46681B20A0;

    /// @notice Whether `signer` signed `digest`.
    /// @dev Reverts `ECRecover: …` for a malformed ECDSA signature. An account with an EIP-7702 delegation has code.
    /// @param signer Account that is said to have signed
    /// @param digest EIP-712 digest
    /// @param signature `r ‖ s ‖ v` for an account without code, anything the account understands otherwise
    function isValidSignatureNow(address signer, bytes32 digest, bytes memory signature) external view returns (bool) {
        if (signer.code.length == 0) return _recover(digest, signature) == signer;
        (bool success, bytes memory result) =
            signer.staticcall(abi.encodeCall(IERC1271.isValidSignature, (digest, signature)));
        return
            success && result.length >= 32
                && abi.decode(result, (bytes32)) == bytes32(IERC1271.isValidSignature.selector);
    }

    /// @dev Strict ECDSA recovery: 65 bytes, low `s`, `v` 27 or 28.
    function _recover(bytes32 digest, bytes memory signature) private pure returns (address signer) {
        require(signature.length == 65, "ECRecover: invalid signature length");
        bytes32 r;
        bytes32 s;
        uint8 v;
        assembly ("memory-safe") {
            r := mload(add(signature, 0x20))
            s := mload(add(signature, 0x40))
            v := byte(0, mload(add(signature, 0x60)))
        }
        require(uint256(s) <= HALF_ORDER, "ECRecover: invalid signature 's' value");
        require(v == 27 || v == 28, "ECRecover: invalid signature 'v' value");
        signer = ecrecover(digest, v, r, s);
        require(signer != address(0), "ECRecover: invalid signature");
    }
}

// SPDX-License-Identifier: UNLICENSED
pragma solidity 0.8.36;

import {ECDSA} from "@openzeppelin/contracts/utils/cryptography/ECDSA.sol";
import {IERC1271} from "@openzeppelin/contracts/interfaces/IERC1271.sol";

/// @title A payer with code, for local chains
/// @notice The smallest smart wallet: it accepts exactly what one key signed (ERC-1271). Worthless elsewhere.
contract LocalSmartWallet is IERC1271 {
    /// @notice The key that signs for this wallet.
    address public immutable signer;

    /// @param walletSigner The key that signs for this wallet
    constructor(address walletSigner) {
        signer = walletSigner;
    }

    /// @notice Whether the key signed `digest`.
    /// @param digest EIP-712 digest
    /// @param signature `r ‖ s ‖ v` of the key
    /// @return magic The ERC-1271 magic value, or zero
    function isValidSignature(bytes32 digest, bytes calldata signature) external view returns (bytes4 magic) {
        (address recovered,,) = ECDSA.tryRecoverCalldata(digest, signature);
        return recovered == signer && recovered != address(0) ? IERC1271.isValidSignature.selector : bytes4(0);
    }
}

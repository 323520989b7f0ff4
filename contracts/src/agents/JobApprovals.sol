// SPDX-License-Identifier: UNLICENSED
pragma solidity 0.8.36;

import {ECDSA} from "@openzeppelin/contracts/utils/cryptography/ECDSA.sol";
import {SignatureChecker} from "@openzeppelin/contracts/utils/cryptography/SignatureChecker.sol";
import {TypedDomain} from "../core/TypedDomain.sol";
import {IAgentTreasury} from "./interfaces/IAgentTreasury.sol";
import {TreasuryIdentity} from "./TreasuryIdentity.sol";

/// @title What a merchant's owner signs for a job (EIP-712)
abstract contract JobApprovals is TreasuryIdentity, TypedDomain {
    /// @notice Type hash of what `approveJobBySig` takes.
    bytes32 public constant JOB_APPROVAL_TYPEHASH = keccak256(
        "JobApproval(address registry,uint256 merchantId,bytes32 proposalId,address token,address vendor,address evaluator,uint256 amount,uint256 expiredAt,string description,uint256 deadline)"
    );

    constructor() TypedDomain("Stipend Agent Treasury") {}

    /// @inheritdoc IAgentTreasury
    function orderHash(JobOrder calldata order) external view returns (bytes32) {
        return _hashOf(_filled(order));
    }

    /// @inheritdoc IAgentTreasury
    function approvalDigest(bytes32 proposalId, JobOrder calldata order, uint256 deadline)
        external
        view
        returns (bytes32)
    {
        return _approvalDigest(proposalId, _filled(order), deadline);
    }

    /// @dev An order with the treasury where no evaluator is named.
    function _filled(JobOrder calldata given) internal view returns (JobOrder memory order) {
        order = given;
        if (order.evaluator == address(0)) order.evaluator = address(this);
    }

    function _hashOf(JobOrder memory order) internal pure returns (bytes32) {
        return keccak256(abi.encode(order));
    }

    function _approvalDigest(bytes32 proposalId, JobOrder memory order, uint256 deadline)
        internal
        view
        returns (bytes32)
    {
        (address registry_, uint256 merchantId_) = _merchant();
        return _typedDigest(
            keccak256(
                abi.encode(
                    JOB_APPROVAL_TYPEHASH,
                    registry_,
                    merchantId_,
                    proposalId,
                    order.token,
                    order.vendor,
                    order.evaluator,
                    order.amount,
                    order.expiredAt,
                    keccak256(bytes(order.description)),
                    deadline
                )
            )
        );
    }

    /// @dev By key or by code (ERC-1271). The key comes first, because the code behind an EIP-7702 delegation may refuse
    /// what the account's own key signed.
    function _signed(address account, bytes32 digest, bytes calldata signature) internal view returns (bool) {
        (address signer,,) = ECDSA.tryRecoverCalldata(digest, signature);
        if (signer == account && signer != address(0)) return true;
        return SignatureChecker.isValidERC1271SignatureNowCalldata(account, digest, signature);
    }
}
